import Exporters
import ImportPipeline
import TOTPImport

extension Problem {
    /// One item of the page's list of problems.
    var html: String {
        let name = HTMLText.visible(place)
        let link = source.map { "<a href=\"#s\($0 + 1)\">\(name)</a>" } ?? name
        let todo = remedy.map { "<p class=\"todo\">\(HTMLText.visible($0.sentence))</p>" } ?? ""
        return """
            <li class="\((isLoss ? ReportKind.red : .amber).rawValue)">\
            <p>\(link)\(place.isEmpty ? "" : ": ")\(HTMLText.visible(problem))</p>\(todo)</li>

            """
    }
}

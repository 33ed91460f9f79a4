import TOTPDomain
import Testing

@Suite("How people export and import")
struct StepsTests {
    @Test("A path through menus names its app, a command stays as it is")
    func sentences() {
        #expect(Steps.menu("settings › Export").sentence(in: "Acorn") == "In Acorn: Settings › Export.")
        #expect(Steps.menu("settings › Export").sentence(in: nil) == "Settings › Export.")
        #expect(Steps("copy the database › now.").sentence(in: "Acorn") == "Copy the database › now.")
        #expect(Steps.command("acorn import ", thenFile: "").sentence(in: "Acorn") == "acorn import FILE")
    }

    @Test("The file has its name where the steps name it, and nowhere else")
    func file() {
        let steps = Steps.text("Read FILE.txt: totp-import list ", thenFile: " --all")
        #expect(steps.text(file: "'my file'") == "Read FILE.txt: totp-import list 'my file' --all")
        #expect(Steps("Open the FILE").text(file: "a.json") == "Open the FILE")
    }

    @Test("A format of rooted phones says so in its name")
    func rooted() {
        let format = FormatDescription(
            id: "acorn", app: "Acorn", origin: .rootedPhone, file: "XML", encryption: .never, exportSteps: "Copy it")
        #expect(format.app == "Acorn (rooted)" && format.exportSteps == "Copy it")
    }
}

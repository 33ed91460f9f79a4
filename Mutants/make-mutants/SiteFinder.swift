import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A place in a source file where one change is possible.
struct Site {
    let number: Int
    let line: Int
    /// The first and the last line of the innermost statement.
    let statement: ClosedRange<Int>
    /// What changes, in words.
    let change: String
}

/// Finds the sites of a file, and the edits that make each depend on a number.
final class SiteFinder: SyntaxVisitor {
    private(set) var sites: [Site] = []
    private(set) var edits = Edits()

    private let first: Int
    private let dropped: Set<Int>
    private let lines: SourceLocationConverter

    /// The sites of `source`, numbered from `first`; those of `dropped` are not written.
    init(_ source: String, first: Int, dropped: Set<Int>) {
        let file = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
        self.first = first
        self.dropped = dropped
        lines = SourceLocationConverter(fileName: "", tree: file)
        super.init(viewMode: .sourceAccurate)
        walk(file)
    }

    /// Adds a site; its number, unless it was dropped.
    private func add(_ node: some SyntaxProtocol, _ change: String) -> Int? {
        var statement = Syntax(node)
        while !statement.is(CodeBlockItemSyntax.self), !statement.is(MemberBlockItemSyntax.self),
            let parent = statement.parent
        {
            statement = parent
        }
        let number = first + sites.count
        sites.append(
            Site(
                number: number, line: line(node.positionAfterSkippingLeadingTrivia),
                statement: line(
                    statement.positionAfterSkippingLeadingTrivia)...line(
                        statement.endPositionBeforeTrailingTrivia),
                change: change))
        return dropped.contains(number) ? nil : number
    }

    private func line(_ position: AbsolutePosition) -> Int { lines.location(for: position).line }

    private func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    private func wrap(_ node: some SyntaxProtocol, _ function: String, _ change: String) {
        guard let number = add(node, change) else { return }
        edits.wrap(range(node), "\(function)(\(number), ", ")")
    }

    // MARK: Operators

    /// Functions that take both operands.
    private static let functions = [
        "<": ("mutantLess", "<="), "<=": ("mutantAtMost", "<"), ">": ("mutantMore", ">="),
        ">=": ("mutantAtLeast", ">"), "&&": ("mutantAnd", "||"), "||": ("mutantOr", "&&"),
        "+": ("mutantPlus", "-"), "-": ("mutantMinus", "+"),
    ]

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return .visitChildren }
        switch symbol.text {
        case "==": wrap(node, "mutantNot", "== becomes !=")
        case "!=": wrap(node, "mutantNot", "!= becomes ==")
        case "+=": wrap(node.rightOperand, "mutantNegated", "+= becomes -=")
        case "-=": wrap(node.rightOperand, "mutantNegated", "-= becomes +=")
        case "+" where [node.leftOperand, node.rightOperand].contains(where: isText): break
        case let text:
            guard let (function, other) = Self.functions[text],
                let number = add(node, "\(text) becomes \(other)")
            else { break }
            edits.wrap(range(node), "\(function)(\(number), ", ")")
            edits.replace(range(symbol), ",")
        }
        return .visitChildren
    }

    /// Whether texts or lists are joined, which no other operator does.
    private func isText(_ operand: ExprSyntax) -> Bool {
        if let inner = operand.as(InfixOperatorExprSyntax.self) {
            return isText(inner.leftOperand) || isText(inner.rightOperand)
        }
        return operand.is(StringLiteralExprSyntax.self) || operand.is(ArrayExprSyntax.self)
    }

    // MARK: Conditions

    private func negate(_ condition: ExprSyntax) {
        let symbol = condition.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)
        // Its operator is negated.
        if ["==", "!="].contains(symbol?.operator.text) { return }
        wrap(condition, "mutantNot", "\(text(condition)) is negated")
    }

    private func text(_ node: some SyntaxProtocol) -> String {
        let words = node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        guard case .expression(let condition) = node.condition else { return .visitChildren }
        // After `while true`, the compiler needs no return.
        if condition.is(BooleanLiteralExprSyntax.self) { return .skipChildren }
        negate(condition)
        return .visitChildren
    }

    override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    // MARK: Constants

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        wrap(node, "mutantOneMore", "\(node.literal.text) becomes one more")
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        wrap(node, "mutantNot", node.literal.text == "true" ? "true becomes false" : "false becomes true")
        return .skipChildren
    }

    // MARK: Early returns

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if isInlined(node.attributes) { return .skipChildren }
        if let body = node.body {
            returnEarly(body.leftBrace, body.statements, type: node.signature.returnClause?.type)
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        isInlined(node.attributes) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if let block = node.accessorBlock, case .getter(let statements) = block.accessors {
            returnEarly(block.leftBrace, statements, type: node.typeAnnotation?.type)
        }
        return .visitChildren
    }

    private func returnEarly(_ brace: TokenSyntax, _ statements: CodeBlockItemListSyntax, type: TypeSyntax?) {
        guard let value = emptyValue(of: type) else { return }
        guard let number = add(brace, "returns\(value.isEmpty ? "" : " \(value)") at once") else { return }
        edits.replace(
            range(brace), "{ if mutantIs(\(number)) { return\(value.isEmpty ? "" : " \(value)") };")
        // The value of a single expression is returned without the word, but not after another statement.
        if !value.isEmpty, statements.count == 1, let only = statements.first?.item, isExpression(only) {
            edits.wrap(range(only), "return ", "")
        }
    }

    private func isExpression(_ item: CodeBlockItemSyntax.Item) -> Bool {
        if case .expr = item { return true }
        // An if or a switch whose branches are values.
        return item.is(ExpressionStmtSyntax.self)
            && !item.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
    }

    /// What a function of this type can return without any work.
    private func emptyValue(of type: TypeSyntax?) -> String? {
        guard let type else { return "" }
        if type.is(OptionalTypeSyntax.self) { return "nil" }
        if type.is(ArrayTypeSyntax.self) { return "[]" }
        if type.is(DictionaryTypeSyntax.self) { return "[:]" }
        return switch type.trimmedDescription {
        case "Bool": "false"
        case "String": "\"\""
        case "Int", "UInt8", "UInt32", "UInt64", "Int64": "0"
        case "Void": ""
        default: nil
        }
    }

    // MARK: What stays as it is

    private func isInlined(_ attributes: AttributeListSyntax) -> Bool {
        attributes.contains { ["@inlinable", "@_transparent"].contains($0.trimmedDescription) }
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: GenericArgumentSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// A table of numbers takes the compiler too long.
    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        node.elements.count > 16 ? .skipChildren : .visitChildren
    }

    /// Of code for some platforms or traits, only that of the page: the rest may not be compiled.
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in node.clauses where clause.condition?.trimmedDescription == "Web" {
            if let elements = clause.elements { walk(elements) }
        }
        return .skipChildren
    }
}

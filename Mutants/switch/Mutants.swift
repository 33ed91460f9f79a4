import CMutants

// Copied into each module that has mutants: what their code calls. Each does what the name says, and the change if its
// number is chosen.

@inline(__always) func mutantIs(_ number: Int32) -> Bool { mutants_is(number) }

@inline(__always) func mutantNot(_ number: Int32, _ value: Bool) -> Bool { value != mutants_is(number) }

@inline(__always) func mutantAnd(
    _ number: Int32, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool {
    mutants_is(number) ? try left || right() : try left && right()
}

@inline(__always) func mutantOr(
    _ number: Int32, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool {
    mutants_is(number) ? try left && right() : try left || right()
}

@inline(__always) func mutantLess<Value: Comparable>(_ number: Int32, _ left: Value, _ right: Value) -> Bool {
    mutants_is(number) ? left <= right : left < right
}

@inline(__always) func mutantAtMost<Value: Comparable>(_ number: Int32, _ left: Value, _ right: Value) -> Bool {
    mutants_is(number) ? left < right : left <= right
}

@inline(__always) func mutantMore<Value: Comparable>(_ number: Int32, _ left: Value, _ right: Value) -> Bool {
    mutants_is(number) ? left >= right : left > right
}

@inline(__always) func mutantAtLeast<Value: Comparable>(_ number: Int32, _ left: Value, _ right: Value) -> Bool {
    mutants_is(number) ? left > right : left >= right
}

@inline(__always) func mutantPlus<Value: BinaryInteger>(_ number: Int32, _ left: Value, _ right: Value) -> Value {
    mutants_is(number) ? left - right : left + right
}

@inline(__always) func mutantMinus<Value: BinaryInteger>(_ number: Int32, _ left: Value, _ right: Value) -> Value {
    mutants_is(number) ? left + right : left - right
}

@inline(__always) func mutantNegated<Value: FixedWidthInteger>(_ number: Int32, _ value: Value) -> Value {
    mutants_is(number) ? 0 &- value : value
}

@inline(__always) func mutantOneMore<Value: FixedWidthInteger>(_ number: Int32, _ value: Value) -> Value {
    mutants_is(number) ? value &+ 1 : value
}

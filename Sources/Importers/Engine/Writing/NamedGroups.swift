/// Values under names, in the order of first use. Names are the same only if their bytes are.
package struct NamedGroups<Value> {
    package private(set) var all: [(name: String, values: [Value])] = []
    private var indices: [[UInt8]: Int] = [:]

    package init() {}

    package mutating func add(_ value: Value, to name: String) {
        let key = Array(name.utf8), index = indices[key] ?? all.count
        if index == all.count {
            indices[key] = index
            all.append((name, []))
        }
        all[index].values.append(value)
    }
}

package traceglass.ingest.hprof;

/// Fields of the instances of a class in the order of their values: the class's own fields, then those of its
/// superclasses, nearest first.
///
/// @param types [HprofType] of each field
/// @param offsets position of each value in the data of an instance, in bytes
/// @param names string ids of `Class.field`
/// @param referent index of `java.lang.ref.Reference.referent` if it does not keep its object alive; otherwise −1
/// @param hasPrimitives whether any field has a primitive type
record HprofLayout(byte[] types, int[] offsets, int[] names, int referent, boolean hasPrimitives) {

    int size() {
        return types.length;
    }

    /// Returns the index of a field by the string id of its name; −1 if there is none.
    int find(int nameId) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == nameId) {
                return i;
            }
        }
        return -1;
    }
}

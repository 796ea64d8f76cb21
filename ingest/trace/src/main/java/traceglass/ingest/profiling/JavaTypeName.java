package traceglass.ingest.profiling;

/// The name of a Java type as heap dumps write it, taken apart: `java.lang.Class<Foo[]>` is the class object of an
/// array of `Foo`.
///
/// @param name of the type without what is around it
/// @param staticClass whether it is the class object
/// @param arrays number of `[]`
record JavaTypeName(String name, boolean staticClass, int arrays) {

    private static final String CLASS = "java.lang.Class<";
    private static final String ARRAY = "[]";

    static JavaTypeName of(String type) {
        boolean staticClass = type.startsWith(CLASS) && type.endsWith(">");
        String inner = staticClass ? type.substring(CLASS.length(), type.length() - 1) : type;
        int end = inner.length();
        int arrays = 0;
        while (end >= 2 && inner.startsWith(ARRAY, end - 2)) {
            end -= 2;
            arrays++;
        }
        return new JavaTypeName(inner.substring(0, end), staticClass, arrays);
    }

    /// The same type around another name.
    String around(String otherName) {
        String whole = otherName + ARRAY.repeat(arrays);
        return staticClass ? CLASS + whole + ">" : whole;
    }
}

package traceglass.ingest.profiling;

/// Parsed name of a Java type in a heap dump: `java.lang.Class<Foo[]>` is the class object of an array of `Foo`.
///
/// @param name plain name of the type
/// @param isStaticClass whether this is the class object
/// @param arrays number of `[]` suffixes
record JavaTypeName(String name, boolean isStaticClass, int arrays) {

    private static final String CLASS = "java.lang.Class<";
    private static final String ARRAY = "[]";

    static JavaTypeName of(String type) {
        boolean isStaticClass = type.startsWith(CLASS) && type.endsWith(">");
        String inner = isStaticClass ? type.substring(CLASS.length(), type.length() - 1) : type;
        int end = inner.length();
        int arrays = 0;
        while (end >= 2 && inner.startsWith(ARRAY, end - 2)) {
            end -= 2;
            arrays++;
        }
        return new JavaTypeName(inner.substring(0, end), isStaticClass, arrays);
    }

    /// Returns the full form of the type with another plain name.
    String withName(String otherName) {
        String typeName = otherName + ARRAY.repeat(arrays);
        return isStaticClass ? CLASS + typeName + ">" : typeName;
    }
}

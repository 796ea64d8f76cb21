package traceglass.ingest.hprof;

/// Types of fields and array elements, as numbered in the format.
final class HprofType {

    static final int OBJECT = 2;
    static final int BOOLEAN = 4;
    static final int CHAR = 5;
    static final int FLOAT = 6;
    static final int DOUBLE = 7;
    static final int BYTE = 8;
    static final int SHORT = 9;
    static final int INT = 10;
    static final int LONG = 11;

    private HprofType() {}

    /// Returns the size of a value in bytes; 0 for an unknown type.
    static int size(int type, int idSize) {
        return switch (type) {
            case OBJECT -> idSize;
            case BOOLEAN, BYTE -> 1;
            case CHAR, SHORT -> 2;
            case FLOAT, INT -> 4;
            case DOUBLE, LONG -> 8;
            default -> 0;
        };
    }

    /// Returns the Java name of a primitive type; empty for any other type.
    static String name(int type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case CHAR -> "char";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case BYTE -> "byte";
            case SHORT -> "short";
            case INT -> "int";
            case LONG -> "long";
            default -> "";
        };
    }

    /// Returns whether arrays of this type are dumped as primitive arrays.
    static boolean isPrimitive(int type) {
        return type >= BOOLEAN && type <= LONG;
    }
}

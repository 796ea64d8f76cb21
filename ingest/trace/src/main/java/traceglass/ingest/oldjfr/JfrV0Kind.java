package traceglass.ingest.oldjfr;

/// Kinds of values, in the order of their numbers in the format. `U` kinds are unsigned.
enum JfrV0Kind {
    BOOLEAN(1, JfrV2Type.BOOLEAN),
    BYTE(1, JfrV2Type.BYTE),
    U1(1, JfrV2Type.INT),
    SHORT(2, JfrV2Type.SHORT),
    U2(2, JfrV2Type.INT),
    INTEGER(4, JfrV2Type.INT),
    U4(4, JfrV2Type.LONG),
    LONG(8, JfrV2Type.LONG),
    U8(8, JfrV2Type.LONG),
    FLOAT(4, JfrV2Type.FLOAT),
    DOUBLE(8, JfrV2Type.DOUBLE),
    /// UTF-8 text after its length in 16 bits.
    UTF8(2, JfrV2Type.STRING),
    /// UTF-16 text after its length in 32 bits.
    STRING(4, JfrV2Type.STRING),
    ARRAY(4, JfrV2Type.STRING),
    STRUCT(0, JfrV2Type.STRING),
    STRUCT_ARRAY(4, JfrV2Type.STRING);

    private static final JfrV0Kind[] ALL = values();

    /// Minimum size of a value in bytes.
    final int size;
    /// Type of the converted value; meaningless for arrays and structs.
    final JfrV2Type converted;

    JfrV0Kind(int size, JfrV2Type converted) {
        this.size = size;
        this.converted = converted;
    }

    static JfrV0Kind of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw new JfrV0FormatException("the metadata has the unknown value kind " + number);
        }
        return ALL[number];
    }

    /// Returns whether the values can be ids of constants.
    boolean isInteger() {
        return compareTo(BYTE) >= 0 && compareTo(U8) <= 0;
    }

    boolean isText() {
        return this == UTF8 || this == STRING;
    }
}

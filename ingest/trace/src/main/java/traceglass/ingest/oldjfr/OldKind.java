package traceglass.ingest.oldjfr;

/// Kinds of values, in the order of their numbers in the format. `U` kinds are unsigned.
enum OldKind {
    BOOLEAN(1, NewType.BOOLEAN),
    BYTE(1, NewType.BYTE),
    U1(1, NewType.INT),
    SHORT(2, NewType.SHORT),
    U2(2, NewType.INT),
    INTEGER(4, NewType.INT),
    U4(4, NewType.LONG),
    LONG(8, NewType.LONG),
    U8(8, NewType.LONG),
    FLOAT(4, NewType.FLOAT),
    DOUBLE(8, NewType.DOUBLE),
    /// UTF-8 text after its length in 16 bits.
    UTF8(2, NewType.STRING),
    /// UTF-16 text after its length in 32 bits.
    STRING(4, NewType.STRING),
    ARRAY(4, NewType.STRING),
    STRUCT(0, NewType.STRING),
    STRUCT_ARRAY(4, NewType.STRING);

    private static final OldKind[] ALL = values();

    /// Minimum size of a value in bytes.
    final int size;
    /// Type of the converted value; meaningless for arrays and structs.
    final NewType converted;

    OldKind(int size, NewType converted) {
        this.size = size;
        this.converted = converted;
    }

    static OldKind of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw new OldJfrDamage("the metadata has the unknown kind of values " + number);
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

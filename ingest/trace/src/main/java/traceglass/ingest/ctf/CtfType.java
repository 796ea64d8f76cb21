package traceglass.ingest.ctf;

import java.util.List;

/// Type of a field in a stream.
sealed interface CtfType {

    /// Returns the alignment in bits.
    int align();

    /// Named range of values.
    record Label(String name, long low, long high) {}

    /// Integer.
    ///
    /// @param size number of bits, at most 64
    /// @param clock name of the clock whose value it is, or null
    /// @param isText whether an array of it is text
    /// @param labels names of values; empty if it is not an enumeration
    record Int(
            int size, int align, boolean isSigned, boolean bigEndian, String clock, boolean isText, List<Label> labels)
            implements CtfType {

        /// Returns the name of a value, or null.
        String label(long value) {
            for (Label label : labels) {
                if (value >= label.low && value <= label.high) {
                    return label.name;
                }
            }
            return null;
        }
    }

    /// Integer in groups of seven bits (LEB128).
    record VariableInt(boolean isSigned, List<Label> labels) implements CtfType {
        @Override
        public int align() {
            return Byte.SIZE;
        }
    }

    /// Floating-point number of 32 or 64 bits.
    record Real(int size, int align, boolean bigEndian) implements CtfType {}

    /// Text up to a NUL.
    record Text() implements CtfType {
        @Override
        public int align() {
            return Byte.SIZE;
        }
    }

    /// Elements of one type, whose number is fixed or the value of another field.
    ///
    /// @param length number of elements, -1 if it is in the field
    /// @param lengthField path to the field; null for a fixed number
    /// @param isText whether bytes are text rather than numbers
    record Array(CtfType element, long length, List<String> lengthField, boolean isText) implements CtfType {
        @Override
        public int align() {
            return element.align();
        }
    }

    /// Fields one after another.
    ///
    /// @param keys names by which the reader looks for fields: those of CTF 1.8 for fields with a role in CTF 2
    record Struct(List<String> names, List<String> keys, List<CtfType> types, int align) implements CtfType {}

    /// One of several types, chosen by the value of another field: by its label, or by its number if there are
    /// ranges.
    record Variant(List<String> selector, List<String> names, List<CtfType> types, List<List<Label>> ranges)
            implements CtfType {
        @Override
        public int align() {
            return 1;
        }
    }

    /// A type that is there if another field has one of these values, or is true if there are none.
    record Optional(List<String> selector, CtfType type, List<Label> ranges) implements CtfType {
        @Override
        public int align() {
            return 1;
        }
    }
}

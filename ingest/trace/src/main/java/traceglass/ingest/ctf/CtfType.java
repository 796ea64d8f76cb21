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
    /// @param isText whether an array of these integers is a string
    /// @param labels names of values; empty if it is not an enumeration
    record Int(
            int size,
            int align,
            boolean isSigned,
            boolean isBigEndian,
            String clock,
            boolean isText,
            List<Label> labels)
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
    record Real(int size, int align, boolean isBigEndian) implements CtfType {}

    /// NUL-terminated string.
    record Text() implements CtfType {
        @Override
        public int align() {
            return Byte.SIZE;
        }
    }

    /// Array of elements of one type; its length is fixed or is the value of another field.
    ///
    /// @param length number of elements, -1 if `lengthField` contains it
    /// @param lengthField path to the field; null for a fixed number
    /// @param isText whether the bytes are a string rather than numbers
    record Array(CtfType element, long length, List<String> lengthField, boolean isText) implements CtfType {
        @Override
        public int align() {
            return element.align();
        }
    }

    /// Fields in sequence.
    ///
    /// @param keys keys by which the reader finds the fields: the names of CTF 1.8 for fields with a role in CTF 2,
    ///     otherwise the field names
    record Struct(List<String> names, List<String> keys, List<CtfType> types, int align) implements CtfType {}

    /// One of several types, selected by the value of another field: by the value's label, or by the value
    /// itself if there are ranges.
    record Variant(List<String> selector, List<String> names, List<CtfType> types, List<List<Label>> ranges)
            implements CtfType {
        @Override
        public int align() {
            return 1;
        }
    }

    /// A type that is present only if the selector has a value in one of the ranges or, without ranges, is true.
    record Optional(List<String> selector, CtfType type, List<Label> ranges) implements CtfType {
        @Override
        public int align() {
            return 1;
        }
    }
}

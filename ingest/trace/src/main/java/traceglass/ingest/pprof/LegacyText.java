package traceglass.ingest.pprof;

import traceglass.ingest.collection.GrowingLongs;

/// Reads numbers from a line, from left to right. After a mismatch, all further results are 0.
final class LegacyText {

    private final String text;
    private int position;
    private boolean isInvalid;

    LegacyText(String text) {
        this.text = text;
    }

    /// Returns whether something expected was missing.
    boolean isInvalid() {
        return isInvalid;
    }

    /// Returns the rest of the text.
    String remaining() {
        return text.substring(position);
    }

    void skipBlanks() {
        while (position < text.length() && (text.charAt(position) == ' ' || text.charAt(position) == '\t')) {
            position++;
        }
    }

    /// Skips spaces and this character.
    void expect(char c) {
        skipBlanks();
        if (position < text.length() && text.charAt(position) == c) {
            position++;
        } else {
            isInvalid = true;
        }
    }

    /// Reads a decimal number, which may be negative.
    long readNumber() {
        skipBlanks();
        boolean isNegative = position < text.length() && text.charAt(position) == '-';
        position += isNegative ? 1 : 0;
        long value = readDigits(10);
        return isNegative ? -value : value;
    }

    /// Reads a hexadecimal number with or without `0x`.
    long readHex() {
        skipBlanks();
        position += text.startsWith("0x", position) || text.startsWith("0X", position) ? 2 : 0;
        return readDigits(16);
    }

    /// Reads a hexadecimal number with `0x`.
    long readAddress() {
        skipBlanks();
        isInvalid |= !text.startsWith("0x", position);
        return readHex();
    }

    private long readDigits(int radix) {
        long value = 0;
        int from = position;
        while (!isInvalid && position < text.length()) {
            int digit = Character.digit(text.charAt(position), radix);
            if (digit < 0) {
                break;
            }
            value = value * radix + digit;
            position++;
        }
        isInvalid |= position == from;
        return isInvalid ? 0 : value;
    }

    /// Reads addresses up to the end of the line or the first word that is not an address.
    ///
    /// @param adjustment number subtracted from each address, because return addresses follow the call
    long[] readAddresses(long adjustment) {
        GrowingLongs found = new GrowingLongs();
        while (!isInvalid) {
            skipBlanks();
            if (!text.startsWith("0x", position)) {
                break;
            }
            found.add(readAddress() - adjustment);
        }
        return found.toArray();
    }
}

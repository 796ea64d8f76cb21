package traceglass.convert.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import traceglass.convert.output.ConvertProblem;

/// Splits protobuf's text format into tokens: words and numbers, quoted strings, and single characters of punctuation.
/// Spaces and comments (`#` to the end of the line) are skipped. The format is described at protobuf.dev, "Text
/// Format".
final class TextTokens {

    /// Kind of a token.
    enum Kind {
        /// A name, or a number with or without a sign.
        WORD,
        STRING,
        PUNCTUATION,
        END
    }

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int MAX_WORD = 10_000;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int bufferedBytes;
    private int position;
    private long bytesBeforeBuffer;

    private int line = 1;
    private int column = 1;
    private int tokenLine = 1;
    private int tokenColumn = 1;
    private Kind kind = Kind.END;
    private String word = "";
    private final ByteArrayOutputStream string = new ByteArrayOutputStream();

    /// Reads the first token.
    ///
    /// @param name name of the text for messages
    TextTokens(String name, InputStream in) throws IOException, ConvertProblem {
        this.name = name;
        this.in = in;
        if (peek() == 0xEF) {
            // A byte order mark.
            for (int i = 0; i < 3; i++) {
                read();
            }
            column = 1;
        }
        next();
    }

    /// Returns the number of bytes read.
    long position() {
        return bytesBeforeBuffer + position;
    }

    Kind kind() {
        return kind;
    }

    /// Returns the current word or punctuation character.
    String word() {
        return word;
    }

    /// Returns the bytes of the current string, without quotes and escapes.
    byte[] string() {
        return string.toByteArray();
    }

    boolean is(char punctuation) {
        return kind == Kind.PUNCTUATION && word.charAt(0) == punctuation;
    }

    /// Skips this punctuation character if it is the current token.
    boolean skip(char punctuation) throws IOException, ConvertProblem {
        if (is(punctuation)) {
            next();
            return true;
        }
        return false;
    }

    /// Returns a problem at the current token.
    ConvertProblem problem(String message) {
        return problem(tokenLine, tokenColumn, message);
    }

    private ConvertProblem problem(int atLine, int atColumn, String message) {
        return new ConvertProblem(name + ":" + atLine + ":" + atColumn + ": " + message);
    }

    /// Describes the current token.
    String describe() {
        return switch (kind) {
            case END -> "the end of the text";
            case STRING -> "a string";
            default -> "\"" + word + "\"";
        };
    }

    /// Advances to the next token.
    void next() throws IOException, ConvertProblem {
        int c = skipSpace();
        tokenLine = line;
        tokenColumn = column;
        if (c < 0) {
            kind = Kind.END;
            word = "";
        } else if (c == '"' || c == '\'') {
            kind = Kind.STRING;
            string.reset();
            do {
                readQuoted();
                c = skipSpace();
            } while (c == '"' || c == '\'');
        } else if (isWord(c)) {
            kind = Kind.WORD;
            StringBuilder text = new StringBuilder();
            for (; c >= 0 && (isWord(c) || isSignOfExponent(c, text)); c = peek()) {
                text.append((char) read());
                if (text.length() > MAX_WORD) {
                    throw problem("a word has more than " + MAX_WORD + " characters");
                }
            }
            word = text.toString();
        } else {
            kind = Kind.PUNCTUATION;
            word = String.valueOf((char) read());
        }
    }

    private static boolean isWord(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.';
    }

    /// Returns whether a sign is part of a number, which is the case only after the letter of an exponent. A
    /// leading sign is a punctuation token.
    private static boolean isSignOfExponent(int c, CharSequence text) {
        if (c != '+' && c != '-' || text.isEmpty()) {
            return false;
        }
        char first = text.charAt(0);
        boolean isDecimal = first == '.' || first >= '0' && first <= '9';
        boolean isHex = text.length() > 1 && (text.charAt(1) == 'x' || text.charAt(1) == 'X');
        char last = text.charAt(text.length() - 1);
        return isDecimal && !isHex && (last == 'e' || last == 'E');
    }

    private int skipSpace() throws IOException {
        while (true) {
            int c = peek();
            if (c == '#') {
                while (c >= 0 && c != '\n') {
                    read();
                    c = peek();
                }
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x0B) {
                read();
            } else {
                return c;
            }
        }
    }

    private void readQuoted() throws IOException, ConvertProblem {
        int startLine = line;
        int startColumn = column;
        int quote = read();
        while (true) {
            int c = read();
            if (c < 0 || c == '\n') {
                throw problem(startLine, startColumn, "this string has no closing quote");
            }
            if (c == quote) {
                return;
            }
            if (c == '\\') {
                escape();
            } else {
                string.write(c);
            }
        }
    }

    private void escape() throws IOException, ConvertProblem {
        int c = read();
        int simple = "abfnrtv\\'\"?".indexOf(c);
        if (c >= 0 && simple >= 0) {
            string.write("\u0007\b\f\n\r\t\u000B\\'\"?".charAt(simple));
        } else if (c >= '0' && c <= '7') {
            int value = c - '0';
            for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; i++) {
                value = value * 8 + read() - '0';
            }
            string.write(value);
        } else if (c == 'x' || c == 'X') {
            string.write(hex(1, 2));
        } else if (c == 'u' || c == 'U') {
            int digits = c == 'u' ? 4 : 8;
            int codePoint = hex(digits, digits);
            if (!Character.isValidCodePoint(codePoint)) {
                throw problem(line, column, "the escape sequence is not a Unicode code point");
            }
            string.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        } else {
            throw problem(line, column, "unknown escape sequence in a string");
        }
    }

    private int hex(int minDigits, int maxDigits) throws IOException, ConvertProblem {
        int value = 0;
        int digits = 0;
        for (; digits < maxDigits && Character.digit(peek(), 16) >= 0; digits++) {
            value = value << 4 | Character.digit(read(), 16);
        }
        if (digits < minDigits) {
            throw problem(line, column, "the escape sequence has too few hexadecimal digits");
        }
        return value;
    }

    private int peek() throws IOException {
        if (position == bufferedBytes) {
            bytesBeforeBuffer += bufferedBytes;
            bufferedBytes = Math.max(0, in.read(buffer, 0, buffer.length));
            position = 0;
            if (bufferedBytes == 0) {
                return -1;
            }
        }
        return buffer[position] & 0xff;
    }

    private int read() throws IOException {
        int c = peek();
        if (c < 0) {
            return -1;
        }
        position++;
        if (c == '\n') {
            line++;
            column = 1;
        } else if ((c & 0xC0) != 0x80) {
            // Continuation bytes of a UTF-8 character don't start a new column.
            column++;
        }
        return c;
    }
}

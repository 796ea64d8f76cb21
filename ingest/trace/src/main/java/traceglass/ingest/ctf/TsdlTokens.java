package traceglass.ingest.ctf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Tokenizer of TSDL, the language of CTF 1.8's metadata: words, numbers, strings and punctuation.
final class TsdlTokens {

    private static final String[] LONG_MARKS = {"...", ":=", "->"};

    private final List<String> tokens = new ArrayList<>();
    private int next;

    TsdlTokens(String text) {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = i + 1;
            if (text.startsWith("/*", i)) {
                int close = text.indexOf("*/", i + 2);
                end = close < 0 ? text.length() : close + 2;
            } else if (text.startsWith("//", i)) {
                int line = text.indexOf('\n', i);
                end = line < 0 ? text.length() : line;
            } else if (c == '"' || c == '\'') {
                end = endOfText(text, i);
                tokens.add('"' + unescape(text.substring(i + 1, Math.max(i + 1, end - 1))));
            } else if (isWord(c)) {
                while (end < text.length() && isWord(text.charAt(end))) {
                    end++;
                }
                tokens.add(text.substring(i, end));
            } else if (c > ' ') {
                String mark = text.substring(i, end);
                for (String m : LONG_MARKS) {
                    mark = text.startsWith(m, i) ? m : mark;
                }
                tokens.add(mark);
                end = i + mark.length();
            }
            i = end;
        }
    }

    private static boolean isWord(char c) {
        return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '$';
    }

    private static int endOfText(String text, int start) {
        int i = start + 1;
        while (i < text.length() && text.charAt(i) != text.charAt(start)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + 1, text.length());
    }

    private static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = text.charAt(++i);
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
            }
            out.append(c);
        }
        return out.toString();
    }

    boolean hasNext() {
        return next < tokens.size();
    }

    /// Returns the token `ahead` positions after the next one, without consuming any; "" beyond the end.
    String peek(int ahead) {
        return next + ahead < tokens.size() ? tokens.get(next + ahead) : "";
    }

    String peek() {
        return peek(0);
    }

    String consume() throws IOException {
        if (!hasNext()) {
            throw new IOException("the metadata ends early");
        }
        return tokens.get(next++);
    }

    /// Consumes the token if it is next.
    boolean consumeIf(String token) {
        boolean matches = peek().equals(token);
        next += matches ? 1 : 0;
        return matches;
    }

    void expect(String token) throws IOException {
        String found = consume();
        if (!found.equals(token)) {
            throw new IOException("expected '" + token + "', found '" + found + "'");
        }
    }

    /// Returns whether the next token is a word rather than punctuation, a number or a string.
    boolean isName() {
        String token = peek();
        return !token.isEmpty() && isWord(token.charAt(0)) && !Character.isDigit(token.charAt(0));
    }

    /// Skips the rest of a statement, or of a block in braces whose opening brace has been consumed.
    void skipStatement() {
        int depth = 0;
        while (hasNext()) {
            String token = tokens.get(next++);
            depth += token.equals("{") ? 1 : token.equals("}") ? -1 : 0;
            if (depth <= 0 && token.equals(";")) {
                return;
            }
        }
    }

    /// Returns the value of `byte_order` in the `trace` block; "" if there is none.
    String traceByteOrder() {
        int depth = 0;
        boolean isTrace = false;
        for (int i = 0; i + 2 < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equals("{")) {
                isTrace = depth == 0 ? i > 0 && tokens.get(i - 1).equals("trace") : isTrace;
                depth++;
            } else if (token.equals("}")) {
                depth--;
            } else if (isTrace && depth == 1 && token.equals("byte_order")) {
                return tokens.get(i + 2);
            }
        }
        return "";
    }
}

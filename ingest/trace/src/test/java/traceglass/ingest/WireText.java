package traceglass.ingest;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text form of protobuf by field number, for fields that are not in the schema and for damaged messages: `1: { 8:
/// 100 3: "text" 4: 7i32 5: 9i64 }`, raw bytes in backticks, comments after `#`.
final class WireText {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s+|#.*|(\\d+)\\s*:|(\\{)|(})|\"((?:[^\"\\\\]++|\\\\.)*+)\"|`([^`]*)`|(-?\\d+)(i32|i64)?");

    private final String text;
    private final Matcher at;
    private MatchResult token;

    WireText(String text) {
        this.text = text;
        at = TOKEN.matcher(text);
    }

    byte[] bytes() throws IOException {
        byte[] bytes = message();
        if (at.regionStart() < text.length()) {
            throw new IOException("unmatched } at " + at.regionStart());
        }
        return bytes;
    }

    private byte[] message() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        int field = 0;
        while (next()) {
            if (token.group(1) != null) {
                field = Integer.parseInt(token.group(1));
            } else if (token.group(2) != null) {
                out.writeByteArray(field, message());
            } else if (token.group(3) != null) {
                break;
            } else if (token.group(4) != null) {
                out.writeBytes(field, CaseBytes.encoded(TextFormat.unescapeBytes(token.group(4))));
            } else if (token.group(5) != null) {
                out.writeRawBytes(HexFormat.of().parseHex(token.group(5).replaceAll("\\s", "")));
            } else if ("i32".equals(token.group(7))) {
                out.writeFixed32(field, Integer.parseInt(token.group(6)));
            } else if ("i64".equals(token.group(7))) {
                out.writeFixed64(field, Long.parseLong(token.group(6)));
            } else {
                out.writeInt64(field, Long.parseLong(token.group(6)));
            }
        }
        out.flush();
        return bytes.toByteArray();
    }

    /// Moves to the next token; returns false at the end.
    private boolean next() throws IOException {
        while (at.regionStart() < text.length()) {
            if (!at.lookingAt()) {
                throw new IOException("unreadable at " + at.regionStart());
            }
            token = at.toMatchResult();
            at.region(at.end(), text.length());
            if (!token.group().isBlank() && !token.group().startsWith("#")) {
                return true;
            }
        }
        return false;
    }
}

package traceglass.ingest.v8;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import traceglass.protos.chrome.InternedV8String;
import traceglass.protos.chrome.V8String;

/// Decodes text in the encodings used by V8.
final class V8Text {

    private static final char REPLACEMENT = '\uFFFD';

    private V8Text() {}

    static String of(V8String s) {
        return switch (s.getEncodedStringCase()) {
            case LATIN1 -> latin1(s.getLatin1());
            case UTF16_LE -> utf16(s.getUtf16Le(), 1);
            case UTF16_BE -> utf16(s.getUtf16Be(), 0);
            case ENCODEDSTRING_NOT_SET -> "";
        };
    }

    static String of(InternedV8String s) {
        return switch (s.getEncodedStringCase()) {
            case LATIN1 -> latin1(s.getLatin1());
            case UTF16_LE -> utf16(s.getUtf16Le(), 1);
            case UTF16_BE -> utf16(s.getUtf16Be(), 0);
            case ENCODEDSTRING_NOT_SET -> "";
        };
    }

    private static String latin1(ByteString bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /// Decodes UTF-16. Unpaired surrogates and an odd last byte become one replacement character each.
    ///
    /// @param highByteIndex index of the high byte within each pair of bytes
    private static String utf16(ByteString bytes, int highByteIndex) {
        StringBuilder out = new StringBuilder(bytes.size() / 2 + 1);
        int pending = -1;
        for (int i = 0; i + 1 < bytes.size(); i += 2) {
            char c =
                    (char) ((bytes.byteAt(i + highByteIndex) & 0xFF) << 8 | bytes.byteAt(i + 1 - highByteIndex) & 0xFF);
            if (pending >= 0) {
                if (Character.isLowSurrogate(c)) {
                    out.append((char) pending).append(c);
                } else {
                    out.append(REPLACEMENT);
                }
                pending = -1;
            } else if (Character.isHighSurrogate(c)) {
                pending = c;
            } else {
                out.append(Character.isLowSurrogate(c) ? REPLACEMENT : c);
            }
        }
        if (pending >= 0 || bytes.size() % 2 == 1) {
            out.append(REPLACEMENT);
        }
        return out.toString();
    }
}

package traceglass.sql.functions;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Final step of `experimental_profile`: a profile in pprof's format (profile.proto of github.com/google/pprof) from
/// stacks with values.
///
/// Arguments and result are text, because a list of blobs cannot be passed otherwise: kinds of values (`type TAB
/// unit`, separated by TABs), samples (`STACK VALUE …`, separated by commas, where STACK is a hexadecimal message
/// as created by `cat_stacks`: field 1 contains frames, the innermost first, whose field 1 is the name), and the
/// profile in hexadecimal.
final class PprofFunction {
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;

    private PprofFunction() {}

    /// Returns the profile in hexadecimal.
    static String text(String kinds, String samples) throws IOException {
        return HexFormat.of().formatHex(profile(kinds.split("\t", -1), samples));
    }

    /// Returns the bytes of a profile.
    static byte[] profile(String[] kinds, String samples) throws IOException {
        Strings strings = new Strings();
        Map<String, Integer> functions = new LinkedHashMap<>();
        Map<List<Integer>, long[]> values = new LinkedHashMap<>();
        for (String sample : samples.split(",")) {
            String[] parts = sample.split(" ");
            List<Integer> locations = new ArrayList<>();
            for (String frame : frames(HexFormat.of().parseHex(parts[0]))) {
                locations.add(functions.computeIfAbsent(frame, f -> functions.size() + 1));
            }
            long[] sums = values.computeIfAbsent(locations, l -> new long[kinds.length / 2]);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(parts[i + 1]);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (int i = 0; i + 1 < kinds.length; i += 2) {
            out.writeByteArray(SAMPLE_TYPE, numbers(strings.index(kinds[i]), strings.index(kinds[i + 1])));
        }
        for (Map.Entry<List<Integer>, long[]> sample : values.entrySet()) {
            out.writeByteArray(SAMPLE, sample(sample.getKey(), sample.getValue()));
        }
        for (Map.Entry<String, Integer> function : functions.entrySet()) {
            ByteArrayOutputStream location = new ByteArrayOutputStream();
            CodedOutputStream l = CodedOutputStream.newInstance(location);
            l.writeUInt64(1, function.getValue());
            l.writeByteArray(4, numbers(function.getValue()));
            l.flush();
            out.writeByteArray(LOCATION, location.toByteArray());
            int name = strings.index(function.getKey());
            out.writeByteArray(FUNCTION, numbers(function.getValue(), name, name));
        }
        for (String text : strings.indexes.keySet()) {
            out.writeString(STRING_TABLE, text);
        }
        out.flush();
        return bytes.toByteArray();
    }

    private static List<String> frames(byte[] stack) throws IOException {
        List<String> frames = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(stack);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag >>> 3 != 1) {
                in.skipField(tag);
                continue;
            }
            ByteString entry = in.readBytes();
            CodedInputStream fields = entry.newCodedInput();
            for (int field = fields.readTag(); field != 0; field = fields.readTag()) {
                if (field >>> 3 == 1) {
                    frames.add(fields.readBytes().toStringUtf8());
                } else {
                    fields.skipField(field);
                }
            }
        }
        return frames;
    }

    private static byte[] sample(List<Integer> locations, long[] values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeByteArray(
                1, packed(locations.stream().mapToLong(Integer::longValue).toArray()));
        out.writeByteArray(2, packed(values));
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] packed(long... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (long value : values) {
            out.writeUInt64NoTag(value);
        }
        out.flush();
        return bytes.toByteArray();
    }

    /// Encodes a message whose fields 1, 2, … are these numbers.
    private static byte[] numbers(int... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (int i = 0; i < values.length; i++) {
            out.writeUInt64(i + 1, values[i]);
        }
        out.flush();
        return bytes.toByteArray();
    }

    /// String table of the profile; the first string is always empty.
    private static final class Strings {
        final Map<String, Integer> indexes = new LinkedHashMap<>();

        Strings() {
            indexes.put("", 0);
        }

        int index(String text) {
            return indexes.computeIfAbsent(text, t -> indexes.size());
        }
    }
}

package traceglass.sql.functions;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.foreign.pprof.Function;
import traceglass.protos.foreign.pprof.Line;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;
import traceglass.protos.processor.Stack;

/// Final step of `experimental_profile`: a profile in pprof's format (profile.proto of github.com/google/pprof) from
/// stacks with values.
///
/// Arguments and result are text, because a list of blobs cannot be passed otherwise: kinds of values (`type TAB
/// unit`, separated by TABs), samples (`STACK VALUE …`, separated by commas, where STACK is a [Stack] in hexadecimal,
/// as created by `cat_stacks`), and the profile in hexadecimal.
final class PprofFunction {

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
            out.writeMessage(
                    Profile.SAMPLE_TYPE_FIELD_NUMBER,
                    ValueType.newBuilder()
                            .setType(strings.index(kinds[i]))
                            .setUnit(strings.index(kinds[i + 1]))
                            .build());
        }
        for (Map.Entry<List<Integer>, long[]> sample : values.entrySet()) {
            out.writeByteArray(Profile.SAMPLE_FIELD_NUMBER, sample(sample.getKey(), sample.getValue()));
        }
        for (Map.Entry<String, Integer> function : functions.entrySet()) {
            out.writeMessage(
                    Profile.LOCATION_FIELD_NUMBER,
                    Location.newBuilder()
                            .setId(function.getValue())
                            .addLine(Line.newBuilder().setFunctionId(function.getValue()))
                            .build());
            int name = strings.index(function.getKey());
            out.writeMessage(
                    Profile.FUNCTION_FIELD_NUMBER,
                    Function.newBuilder()
                            .setId(function.getValue())
                            .setName(name)
                            .setSystemName(name)
                            .build());
        }
        for (String text : strings.indexes.keySet()) {
            out.writeString(Profile.STRING_TABLE_FIELD_NUMBER, text);
        }
        out.flush();
        return bytes.toByteArray();
    }

    private static List<String> frames(byte[] stack) throws IOException {
        List<String> frames = new ArrayList<>();
        for (Stack.Entry entry : Stack.parseFrom(stack).getEntriesList()) {
            if (entry.hasName()) {
                frames.add(entry.getName());
            }
        }
        return frames;
    }

    /// Encodes a sample with packed numbers, as in the schema of the format; the generated class doesn't pack them.
    private static byte[] sample(List<Integer> locations, long[] values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeByteArray(
                Sample.LOCATION_ID_FIELD_NUMBER,
                packed(locations.stream().mapToLong(Integer::longValue).toArray()));
        out.writeByteArray(Sample.VALUE_FIELD_NUMBER, packed(values));
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

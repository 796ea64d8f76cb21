package traceglass.record.config.check;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TextFormatParseInfoTree;
import com.google.protobuf.TextFormatParseLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;

/// A trace config in the form that people write, and where in it its fields stand.
public final class ConfigText {

    /// Far more than any config has.
    private static final int MOST_BYTES = 16 << 20;
    private static final Pattern UNKNOWN = Pattern.compile("unknown fields[^\\n]*\\n\\d+:\\d+:\\s*([\\w.]+)\\.(\\w+)");
    private static final Pattern STEP = Pattern.compile("(\\w+)(?:\\[(\\d+)\\])?");

    private final TraceConfig config;
    private final TextFormatParseInfoTree places;

    private ConfigText(TraceConfig config, TextFormatParseInfoTree places) {
        this.config = config;
        this.places = places;
    }

    /// A place in a text, both from 1.
    public record Place(int line, int column) {}

    /// Writes a config as text, which the parsers of all tools read.
    public static String print(TraceConfig config) {
        return TextFormat.printer().printToString(config);
    }

    /// Reads a config.
    ///
    /// @throws ConfigProblem with the line and column of the first mistake
    public static ConfigText parse(String text) throws ConfigProblem {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormatParseInfoTree.Builder places = TextFormatParseInfoTree.builder();
        try {
            TextFormat.Parser.newBuilder()
                    .setParseInfoTreeBuilder(places)
                    .build()
                    .merge(text, config);
            return new ConfigText(config.build(), places.build());
        } catch (TextFormat.ParseException e) {
            throw new ConfigProblem(Math.max(1, e.getLine()), Math.max(1, e.getColumn()), words(e));
        }
    }

    /// Reads a config from a stream, which may be text or the binary form, and may be something else and endless.
    ///
    /// @param traceFormat the format of bytes that are a trace
    /// @return its bytes, which [#read] parses
    public static byte[] bytes(InputStream in, Function<byte[], Optional<String>> traceFormat)
            throws IOException, ConfigProblem {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            Optional<String> trace = traceFormat.apply(bytes);
            throw trace.isPresent()
                    ? ConfigProblem.ofTrace(trace.get())
                    : new ConfigProblem(
                            0, 0, "It has more than " + (MOST_BYTES >> 20) + " MB, so it is no config; is it a trace?");
        }
        return bytes;
    }

    /// Reads a config from a file's bytes, which may be text or the binary form.
    ///
    /// @param traceFormat the format of bytes that are a trace, for the message about a trace given as a config
    public static TraceConfig read(byte[] bytes, Function<byte[], Optional<String>> traceFormat) throws ConfigProblem {
        String text = asText(bytes);
        Optional<String> trace = traceFormat.apply(bytes);
        if (text != null && trace.isPresent()) {
            throw ConfigProblem.ofTrace(trace.get());
        }
        if (text != null) {
            return parse(text).config();
        }
        try {
            TraceConfig config = TraceConfig.parseFrom(bytes);
            // A packet of a trace has the number that a buffer has in a config, and fields that no buffer
            // has.
            if (trace.isPresent()
                    && config.getBuffersCount() > 0
                    && config.getBuffers(0).getSizeKb() == 0
                    && !config.getBuffers(0).getUnknownFields().asMap().isEmpty()) {
                throw ConfigProblem.ofTrace(trace.get());
            }
            return config;
        } catch (InvalidProtocolBufferException e) {
            if (trace.isPresent()) {
                throw ConfigProblem.ofTrace(trace.get());
            }
            throw new ConfigProblem(0, 0, "This is neither a config as text nor in binary form: " + e.getMessage());
        }
    }

    /// Bytes that are text in UTF-8 without control characters; the binary form always has some.
    private static @Nullable String asText(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t') ? null : text;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    public TraceConfig config() {
        return config;
    }

    /// Where a field stands: the deepest part of the path that was written.
    ///
    /// @param path such as `data_sources[1].config.target_buffer`
    public Optional<Place> place(String path) {
        TextFormatParseInfoTree at = places;
        Descriptor type = TraceConfig.getDescriptor();
        TextFormatParseLocation found = null;
        for (String step : path.split("\\.")) {
            Matcher m = STEP.matcher(step);
            FieldDescriptor field = m.matches() && type != null ? type.findFieldByName(m.group(1)) : null;
            if (field == null || at == null) {
                break;
            }
            int index = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
            TextFormatParseLocation here = location(at, field, index);
            if (here == null) {
                break;
            }
            found = here;
            boolean nested = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            at = nested ? tree(at, field, index) : null;
            type = nested ? field.getMessageType() : null;
        }
        return found == null ? Optional.empty() : Optional.of(new Place(found.getLine() + 1, found.getColumn() + 1));
    }

    private static @Nullable TextFormatParseLocation location(
            TextFormatParseInfoTree tree, FieldDescriptor field, int index) {
        return index < tree.getLocations(field).size()
                ? tree.getLocations(field).get(index)
                : null;
    }

    private static @Nullable TextFormatParseInfoTree tree(
            TextFormatParseInfoTree tree, FieldDescriptor field, int index) {
        return index < tree.getNestedTrees(field).size()
                ? tree.getNestedTrees(field).get(index)
                : null;
    }

    /// The parser's words without its place, and with a name that may have been meant.
    private static String words(TextFormat.ParseException e) {
        String said =
                String.valueOf(e.getMessage()).replaceFirst("^\\d+:\\d+: ", "").strip();
        Matcher m = UNKNOWN.matcher(said);
        if (m.find()) {
            Descriptor type = traceglass.protos.Descriptors.byName(m.group(1));
            String near = type == null
                    ? null
                    : Nearest.of(
                            m.group(2),
                            type.getFields().stream()
                                    .map(FieldDescriptor::getName)
                                    .toList());
            return (type == null ? "There is" : type.getName() + " has") + " no field " + m.group(2) + "."
                    + (near == null ? "" : " Did you mean " + near + "?");
        }
        return said.endsWith(".") ? said : said + ".";
    }
}

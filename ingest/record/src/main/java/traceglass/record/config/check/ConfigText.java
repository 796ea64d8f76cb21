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
import traceglass.protos.Descriptors;
import traceglass.protos.config.TraceConfig;

/// A trace config in text format, with the positions of its fields.
public final class ConfigText {

    /// Upper limit for the size of a config; real configs are far smaller.
    private static final int MAX_BYTES = 16 << 20;
    private static final Pattern UNKNOWN_FIELD =
            Pattern.compile("unknown fields[^\\n]*\\n\\d+:\\d+:\\s*([\\w.]+)\\.(\\w+)");
    private static final Pattern PATH_STEP = Pattern.compile("(\\w+)(?:\\[(\\d+)\\])?");

    private final TraceConfig config;
    private final TextFormatParseInfoTree positions;

    private ConfigText(TraceConfig config, TextFormatParseInfoTree positions) {
        this.config = config;
        this.positions = positions;
    }

    /// A position in a text; both numbers start at 1.
    public record Position(int line, int column) {}

    /// Formats a config as text that the parsers of all tools accept.
    public static String print(TraceConfig config) {
        return TextFormat.printer().printToString(config);
    }

    /// Parses a config.
    ///
    /// @throws ConfigProblem with line and column of the first error
    public static ConfigText parse(String text) throws ConfigProblem {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormatParseInfoTree.Builder positions = TextFormatParseInfoTree.builder();
        try {
            TextFormat.Parser.newBuilder()
                    .setParseInfoTreeBuilder(positions)
                    .build()
                    .merge(text, config);
            return new ConfigText(config.build(), positions.build());
        } catch (TextFormat.ParseException e) {
            throw new ConfigProblem(Math.max(1, e.getLine()), Math.max(1, e.getColumn()), message(e));
        }
    }

    /// Reads the bytes of a config in text or binary format from a stream. The size is limited, because the stream
    /// could contain other data and be endless.
    ///
    /// @param traceFormat returns the format name if the bytes are a trace
    /// @return the bytes, to be parsed with [#read]
    public static byte[] bytes(InputStream in, Function<byte[], Optional<String>> traceFormat)
            throws IOException, ConfigProblem {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            Optional<String> trace = traceFormat.apply(bytes);
            throw trace.isPresent()
                    ? ConfigProblem.ofTrace(trace.get())
                    : new ConfigProblem(0, 0, CheckTexts.tooLargeFile(MAX_BYTES));
        }
        return bytes;
    }

    /// Parses a config in text or binary format.
    ///
    /// @param traceFormat returns the format name if the bytes are a trace, to report a trace that was passed
    ///     as a config
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
            // The packets of a trace have the same field number as the buffers of a config, but contain
            // other fields.
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
            throw new ConfigProblem(0, 0, CheckTexts.notConfig(e.getMessage()));
        }
    }

    /// Decodes bytes that are UTF-8 text without control characters. Returns null for others: the binary format
    /// always contains control characters.
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

    /// Returns the position of a field, or of the deepest part of its path that exists in the text.
    ///
    /// @param path path of a field, such as `data_sources[1].config.target_buffer`
    public Optional<Position> position(String path) {
        TextFormatParseInfoTree tree = positions;
        Descriptor type = TraceConfig.getDescriptor();
        TextFormatParseLocation location = null;
        for (String step : path.split("\\.")) {
            Matcher m = PATH_STEP.matcher(step);
            FieldDescriptor field = m.matches() && type != null ? type.findFieldByName(m.group(1)) : null;
            if (field == null || tree == null) {
                break;
            }
            int index = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
            TextFormatParseLocation next = location(tree, field, index);
            if (next == null) {
                break;
            }
            location = next;
            boolean isNested = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            tree = isNested ? tree(tree, field, index) : null;
            type = isNested ? field.getMessageType() : null;
        }
        return location == null
                ? Optional.empty()
                : Optional.of(new Position(location.getLine() + 1, location.getColumn() + 1));
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

    /// Returns the parser's message without its position, with a suggestion for an unknown name.
    private static String message(TextFormat.ParseException e) {
        String parserMessage =
                String.valueOf(e.getMessage()).replaceFirst("^\\d+:\\d+: ", "").strip();
        Matcher m = UNKNOWN_FIELD.matcher(parserMessage);
        if (m.find()) {
            Descriptor type = Descriptors.byName(m.group(1));
            String near = type == null
                    ? null
                    : NameSuggestion.of(
                            m.group(2),
                            type.getFields().stream()
                                    .map(FieldDescriptor::getName)
                                    .toList());
            return CheckTexts.noField(type == null ? null : type.getName(), m.group(2), near);
        }
        return parserMessage.endsWith(".") ? parserMessage : parserMessage + ".";
    }
}

package traceglass.record.config;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TextFormatParseInfoTree;
import com.google.protobuf.TextFormatParseLocation;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.config.TraceConfig;

/// A trace config in the form that people write, and where in it its fields stand.
public final class ConfigText {

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
            TextFormat.Parser.newBuilder().setParseInfoTreeBuilder(places).build().merge(text, config);
            return new ConfigText(config.build(), places.build());
        } catch (TextFormat.ParseException e) {
            throw new ConfigProblem(Math.max(1, e.getLine()), Math.max(1, e.getColumn()), words(e));
        }
    }

    /// Reads a config from a file's bytes, which may be text or the binary form.
    public static TraceConfig read(byte[] bytes) throws ConfigProblem {
        String text = asText(bytes);
        if (text != null) {
            return parse(text).config();
        }
        try {
            return TraceConfig.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new ConfigProblem(0, 0, "This is neither a config as text nor in binary form: " + e.getMessage());
        }
    }

    /// Bytes that are text in UTF-8 without control characters; the binary form always has some.
    private static String asText(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
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

    private static TextFormatParseLocation location(TextFormatParseInfoTree tree, FieldDescriptor field, int index) {
        return index < tree.getLocations(field).size() ? tree.getLocations(field).get(index) : null;
    }

    private static TextFormatParseInfoTree tree(TextFormatParseInfoTree tree, FieldDescriptor field, int index) {
        return index < tree.getNestedTrees(field).size() ? tree.getNestedTrees(field).get(index) : null;
    }

    /// The parser's words without its place, and with a name that may have been meant.
    private static String words(TextFormat.ParseException e) {
        String said = e.getMessage().replaceFirst("^\\d+:\\d+: ", "").strip();
        Matcher m = UNKNOWN.matcher(said);
        if (m.find()) {
            Descriptor type = traceglass.protos.Descriptors.byName(m.group(1));
            String near = type == null ? null : Nearest.of(m.group(2), type.getFields().stream().map(FieldDescriptor::getName).toList());
            return (type == null ? "There is" : type.getName() + " has") + " no field " + m.group(2) + "." + (near == null ? "" : " Did you mean " + near + "?");
        }
        return said.endsWith(".") ? said : said + ".";
    }
}

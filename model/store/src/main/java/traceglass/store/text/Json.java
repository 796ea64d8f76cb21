package traceglass.store.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads and writes JSON (RFC 8259) of moderate size: settings, messages, exports. Values are maps, lists, strings,
/// longs, doubles, booleans and null.
public final class Json {

    /// Maximum nesting; deeper input is rejected, because it is either damaged or hostile.
    private static final int MAX_DEPTH = 256;

    /// Caches no field names between inputs; has no size limits, which are up to callers. Accepts the same
    /// extensions as JSON traces: `NaN`, control characters in strings, a trailing comma.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    /// A space after colons and commas.
    private static final Separators SPACES = Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEntrySpacing(Separators.Spacing.AFTER)
            .withArrayValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");

    /// Unicode's category of surrogates. Valid pairs belong to other categories.
    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    /// Location of an error in a message of the library.
    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; ([^]]*)]");

    private Json() {}

    /// Writes one value.
    public interface Content {

        /// @throws IOException declared by the generator, never thrown here
        void write(JsonGenerator out) throws IOException;
    }

    /// Parses the text.
    ///
    /// @return the value; members of an object keep their order
    /// @throws IllegalArgumentException if it is not JSON; the message describes the error
    public static @Nullable Object read(byte[] text) {
        return read(new String(text, StandardCharsets.UTF_8));
    }

    /// Parses the text.
    ///
    /// @return the value; members of an object keep their order
    /// @throws IllegalArgumentException if it is not JSON; the message describes the error
    public static @Nullable Object read(String text) {
        return read(text, true);
    }

    /// Parses the value at the start of the text and ignores the rest.
    ///
    /// @throws IllegalArgumentException if it is not JSON; the message describes the error
    public static @Nullable Object readFirst(String text) {
        return read(text, false);
    }

    private static @Nullable Object read(String text, boolean isComplete) {
        try (JsonParser in = FACTORY.createParser(text)) {
            Object value = readValue(in, in.nextToken());
            if (isComplete && in.nextToken() != null) {
                throw new IllegalArgumentException("unexpected text after the value at character "
                        + in.currentTokenLocation().getCharOffset());
            }
            return value;
        } catch (JsonEOFException e) {
            throw new IllegalArgumentException("unexpected end of text", e);
        } catch (StreamConstraintsException e) {
            throw new IllegalArgumentException("it is nested more than " + MAX_DEPTH + " levels deep", e);
        } catch (JsonParseException e) {
            throw new IllegalArgumentException(
                    "line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": "
                            + SOURCE.matcher(e.getOriginalMessage()).replaceAll("$1"),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Object readValue(JsonParser in, @Nullable JsonToken token) throws IOException {
        return switch (token) {
            case null -> throw new IllegalArgumentException("unexpected end of text");
            case START_OBJECT -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                    members.put(name, readValue(in, in.nextToken()));
                }
                yield members;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
                    elements.add(readValue(in, t));
                }
                yield elements;
            }
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> readWhole(in);
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    /// Returns a long if the number fits, otherwise a double.
    private static Object readWhole(JsonParser in) throws IOException {
        if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return in.getDoubleValue();
        }
        return in.getLongValue();
    }

    /// Returns the text as a JSON string, with quotes.
    public static String quoted(String text) {
        return compact(out -> out.writeString(text));
    }

    /// Returns JSON without spaces: `{"a":1,"b":[2,3]}`.
    public static String compact(Content content) {
        return text(content, null);
    }

    /// Returns JSON with a space after colons and commas: `{"a": 1, "b": [2, 3]}`.
    public static String spaced(Content content) {
        return text(content, spaces());
    }

    /// Returns a new printer like the one used by [#spaced], for customization.
    public static DefaultPrettyPrinter spaces() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(SPACES);
        printer.indentArraysWith(DefaultPrettyPrinter.NopIndenter.instance);
        printer.indentObjectsWith(DefaultPrettyPrinter.NopIndenter.instance);
        return printer;
    }

    /// Returns JSON formatted by a printer. Lone surrogates are escaped, because UTF-8 cannot represent them.
    ///
    /// @param printer null for no spaces
    public static String text(Content content, @Nullable PrettyPrinter printer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(printer);
            content.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String json = text.toString();
        return hasSurrogates(json) ? escapeLoneSurrogates(json) : json;
    }

    private static boolean hasSurrogates(String json) {
        for (int i = 0; i < json.length(); i++) {
            if (Character.isSurrogate(json.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static String escapeLoneSurrogates(String json) {
        return LONE_SURROGATE
                .matcher(json)
                .replaceAll(m -> String.format("\\\\u%04x", (int) m.group().charAt(0)));
    }

    /// Writes a value of any type returned by [#read]. Other numbers are written as digits, infinite numbers
    /// and NaN as null, and other objects as their string representation.
    public static void write(Object value, JsonGenerator out) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case Map<?, ?> map -> {
                out.writeStartObject();
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    out.writeFieldName(String.valueOf(member.getKey()));
                    write(member.getValue(), out);
                }
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                for (Object element : list) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case Double d when !Double.isFinite(d) -> out.writeNull();
            case Number n -> out.writeNumber(n.toString());
            case Boolean b -> out.writeBoolean(b);
            default -> out.writeString(value.toString());
        }
    }
}

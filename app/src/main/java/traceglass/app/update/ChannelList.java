package traceglass.app.update;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.store.text.Json;

/// The file `channels.json`: which version each channel has. `packaging/release` writes and signs it.
///
/// @param serial a number that increases with each change of the list
/// @param channels names to releases
public record ChannelList(long serial, Map<String, Release> channels) {

    /// Name of the file; its signature has `.sig` at the end.
    public static final String FILE = "channels.json";

    private static final String PRODUCT = "traceglass";
    private static final int FORMAT = 1;
    /// Names become file names, so they contain no separators and do not start with a dot.
    private static final Pattern SAFE_NAME = Pattern.compile("\\w[\\w.+~-]{0,199}");

    public ChannelList {
        channels = Map.copyOf(channels);
    }

    /// Parses a list whose signature has been checked.
    static ChannelList read(byte[] text) throws UpdateProblem {
        try {
            Map<?, ?> list = map(Json.read(text));
            if (!PRODUCT.equals(list.get("product"))) {
                throw new UpdateProblem(UpdateTexts.OTHER_PRODUCT);
            }
            if (number(list, "format") != FORMAT) {
                throw new UpdateProblem(UpdateTexts.OTHER_FORMAT);
            }
            Map<String, Release> channels = new LinkedHashMap<>();
            for (Map.Entry<?, ?> channel : map(list.get("channels")).entrySet()) {
                channels.put(String.valueOf(channel.getKey()), release(map(channel.getValue())));
            }
            return new ChannelList(number(list, "serial"), channels);
        } catch (IllegalArgumentException | UncheckedIOException | DateTimeException e) {
            throw new UpdateProblem(UpdateTexts.UNREADABLE_LIST, e);
        }
    }

    private static Release release(Map<?, ?> fields) {
        List<ReleaseFile> files = new ArrayList<>();
        if (fields.get("files") instanceof List<?> listed) {
            for (Object file : listed) {
                Map<?, ?> f = map(file);
                files.add(new ReleaseFile(
                        name(f, "name"),
                        text(f, "type"),
                        text(f, "kind"),
                        text(f, "system"),
                        number(f, "size"),
                        text(f, "sha256"),
                        text(f, "signature"),
                        text(f, "least")));
            }
        }
        return new Release(
                name(fields, "version"),
                Instant.parse(text(fields, "date")),
                text(fields, "notes"),
                name(fields, "folder"),
                files);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("an object is missing");
    }

    private static String text(Map<?, ?> fields, String key) {
        return fields.get(key) instanceof String text ? text : "";
    }

    private static String name(Map<?, ?> fields, String key) {
        String name = text(fields, key);
        if (!SAFE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name: " + key);
        }
        return name;
    }

    private static long number(Map<?, ?> fields, String key) {
        if (fields.get(key) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("a number is missing: " + key);
    }

    /// Returns the list as JSON.
    byte[] write() {
        String json = Json.text(
                out -> {
                    out.writeStartObject();
                    out.writeStringField("product", PRODUCT);
                    out.writeNumberField("format", FORMAT);
                    out.writeNumberField("serial", serial);
                    out.writeObjectFieldStart("channels");
                    for (String name : channels.keySet().stream().sorted().toList()) {
                        out.writeFieldName(name);
                        write(channels.get(name), out);
                    }
                    out.writeEndObject();
                    out.writeEndObject();
                },
                Json.spaces());
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void write(@Nullable Release release, JsonGenerator out) throws IOException {
        if (release == null) {
            throw new IllegalArgumentException("a release is missing");
        }
        out.writeStartObject();
        out.writeStringField("version", release.version());
        out.writeStringField("date", release.date().toString());
        out.writeStringField("folder", release.folder());
        out.writeStringField("notes", release.notes());
        out.writeArrayFieldStart("files");
        for (ReleaseFile file : release.files()) {
            out.writeStartObject();
            out.writeStringField("name", file.name());
            out.writeStringField("type", file.type());
            out.writeStringField("kind", file.kind());
            out.writeStringField("system", file.system());
            out.writeNumberField("size", file.size());
            out.writeStringField("sha256", file.sha256());
            out.writeStringField("signature", file.signature());
            out.writeStringField("least", file.minSystemVersion());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}

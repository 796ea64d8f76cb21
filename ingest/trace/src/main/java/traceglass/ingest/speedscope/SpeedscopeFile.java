package traceglass.ingest.speedscope;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.store.names.StatNames;

/// Content of a speedscope file. Its members may be in any order, so the names of frames may come after the profiles.
final class SpeedscopeFile {

    private final ImportContext context;
    private final List<Frame> frames = new ArrayList<>();
    private final List<SpeedscopeProfile> profiles = new ArrayList<>();
    private String name;
    private String exporter;

    /// A function.
    ///
    /// @param file source file, or null
    /// @param line 0 if unknown
    /// @param column 0 if unknown
    record Frame(String name, String file, long line, long column) {}

    SpeedscopeFile(ImportContext context) {
        this.context = context;
    }

    List<Frame> frames() {
        return frames;
    }

    List<SpeedscopeProfile> profiles() {
        return profiles;
    }

    /// Returns the profile name stored in the file, or null.
    String name() {
        return name;
    }

    /// Returns the program that wrote the file, or null.
    String exporter() {
        return exporter;
    }

    /// Reads the document. If the file ends early, keeps the data before that.
    void read(JsonParser json) throws IOException {
        try {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                JsonToken value = json.nextToken();
                switch (key) {
                    case "shared" -> readShared(json);
                    case "profiles" -> readProfiles(json);
                    case "name" -> name = value == JsonToken.VALUE_STRING ? json.getText() : name;
                    case "exporter" -> exporter = value == JsonToken.VALUE_STRING ? json.getText() : exporter;
                    default -> json.skipChildren();
                }
            }
        } catch (JacksonException e) {
            context.logs()
                    .recordAt(
                            StatNames.SPEEDSCOPE_TRUNCATED,
                            e.getLocation() == null ? -1 : e.getLocation().getByteOffset(),
                            null);
        }
    }

    private void readShared(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean areFrames = json.currentName().equals("frames");
            if (json.nextToken() == JsonToken.START_ARRAY && areFrames) {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    frames.add(readFrame(json));
                }
            } else {
                json.skipChildren();
            }
        }
    }

    private static Frame readFrame(JsonParser json) throws IOException {
        String name = "";
        String file = null;
        long line = 0;
        long column = 0;
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return new Frame(name, null, 0, 0);
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_STRING && key.equals("name")) {
                name = json.getText();
            } else if (value == JsonToken.VALUE_STRING && key.equals("file")) {
                file = json.getText();
            } else if (value == JsonToken.VALUE_NUMBER_INT && key.equals("line")) {
                line = (long) json.getDoubleValue();
            } else if (value == JsonToken.VALUE_NUMBER_INT && key.equals("col")) {
                column = (long) json.getDoubleValue();
            } else {
                json.skipChildren();
            }
        }
        return new Frame(name, file, line, column);
    }

    private void readProfiles(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t == JsonToken.START_OBJECT) {
                SpeedscopeProfile profile = new SpeedscopeProfile();
                profiles.add(profile);
                profile.read(json);
                countInvalid(profile.invalid());
            } else {
                json.skipChildren();
            }
        }
    }

    private void countInvalid(int invalid) {
        if (invalid > 0) {
            context.stats().add(StatNames.SPEEDSCOPE_INVALID_EVENT, invalid);
        }
    }
}

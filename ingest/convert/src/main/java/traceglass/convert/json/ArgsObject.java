package traceglass.convert.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import traceglass.convert.format.JsonOutput;
import traceglass.sql.stored.StoredArgs;

/// Writes arg sets as the field `args` of an event.
final class ArgsObject {

    /// The field of an event without arguments.
    static final byte[] NONE = ",\"args\":{}".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] FIELD = ",\"args\":".getBytes(StandardCharsets.US_ASCII);

    private final NestedArgs nested = new NestedArgs();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator json;

    ArgsObject() {
        try {
            json = JsonOutput.to(bytes).setRootValueSeparator(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] write(List<StoredArgs.Arg> args) {
        nested.clear();
        args.forEach(nested::add);
        try {
            bytes.reset();
            bytes.write(FIELD);
            nested.write(json);
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}

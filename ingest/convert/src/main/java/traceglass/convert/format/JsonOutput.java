package traceglass.convert.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/// Creates generators of JSON files.
public final class JsonOutput {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonOutput() {}

    /// Returns a JSON generator for a stream. It does not close the stream.
    public static JsonGenerator to(OutputStream out) throws IOException {
        return FACTORY.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }
}

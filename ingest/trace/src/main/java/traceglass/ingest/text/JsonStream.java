package traceglass.ingest.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import traceglass.ingest.TraceInput;

/// Streaming readers of JSON documents of any size, such as multi-gigabyte profiles.
public final class JsonStream {

    /// Maximum length of a string in chars, sufficient for a screenshot in Base64.
    private static final int MAX_STRING = 256 << 20;
    /// Maximum nesting depth: call trees in profiles nest two levels per call. Readers must not recurse.
    private static final int MAX_DEPTH = 100_000;

    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_STRING)
                    .maxNestingDepth(MAX_DEPTH)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonStream() {}

    /// Returns a reader of the remaining input, whose numbers may be NaN or infinite. It throws
    /// [com.fasterxml.jackson.core.JacksonException], an [IOException], if the text ends early or is not JSON.
    public static JsonParser open(TraceInput input) throws IOException {
        return FACTORY.createParser(input.asStream());
    }

    /// Returns a reader of consecutive JSON texts in a string.
    public static JsonParser open(String text) throws IOException {
        return FACTORY.createParser(text);
    }
}

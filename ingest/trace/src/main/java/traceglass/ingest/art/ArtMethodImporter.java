package traceglass.ingest.art;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Imports method traces of Android's runtime in versions 1 to 3, streamed or not.
public final class ArtMethodImporter implements Importer {

    private static final byte[] STREAM = "SLOW".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEXT = "*version\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String id() {
        return "art_method";
    }

    @Override
    public String displayName() {
        return "Android method trace";
    }

    @Override
    public int priority() {
        return 75;
    }

    @Override
    public boolean sniff(byte[] head) {
        return startsWith(head, STREAM) || startsWith(head, TEXT);
    }

    static boolean startsWith(byte[] head, byte[] magic) {
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ArtEvents.setClock(context);
        ArtClassicReader reader = new ArtClassicReader(new ArtInput(input), context, input.name());
        if (startsWith(input.head(), STREAM)) {
            reader.readStream();
        } else {
            reader.readText();
        }
    }
}

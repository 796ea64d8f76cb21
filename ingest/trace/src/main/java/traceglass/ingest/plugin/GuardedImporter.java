package traceglass.ingest.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Importer from a user's jar, isolated so that its errors do not affect other importers. It is tried in order of
/// priority, after built-in importers of equal priority. If it recognizes files of any content, it is tried after all
/// other importers.
final class GuardedImporter implements Importer {

    /// Starts of unrelated files: an importer that accepts all of them does not check for its format.
    private static final List<byte[]> UNRELATED = List.of(
            new byte[256],
            "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\"}]}".getBytes(StandardCharsets.UTF_8),
            new byte[] {0x0a, 0x06, 0x50, 0x03, (byte) 0xc2, 0x02, 0x00, 0x00},
            "an unknown text\nof two lines\n".getBytes(StandardCharsets.UTF_8));

    private final Importer importer;
    private final String jar;
    private final String id;
    private final String name;
    private final int priority;

    /// @throws RuntimeException if the importer doesn't work; also throws linkage errors
    GuardedImporter(Importer importer, String jar) {
        this.importer = importer;
        this.jar = jar;
        id = text(importer.id(), "id");
        name = text(importer.displayName(), "display name");
        long recognizedCount = UNRELATED.stream().filter(importer::sniff).count();
        priority = recognizedCount > 1 ? Integer.MAX_VALUE : importer.priority();
    }

    private static String text(String value, String description) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the importer has no " + description);
        }
        return value;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String displayName() {
        return name;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public boolean sniff(byte[] head) {
        try {
            // Pass a copy: the next importers inspect the same bytes.
            return importer.sniff(head.clone());
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            System.getLogger(GuardedImporter.class.getName())
                    .log(System.Logger.Level.WARNING, jar + ": " + name + " failed to inspect a file", e);
            return false;
        }
    }

    @Override
    public int archivePriority() {
        try {
            return Math.clamp(importer.archivePriority(), 2, 3);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            return 2;
        }
    }

    @Override
    public boolean sortsAtEnd() {
        try {
            return importer.sortsAtEnd();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            return true;
        }
    }

    @Override
    public Path mainFile(Path folder) throws IOException {
        try {
            return importer.mainFile(folder);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            System.getLogger(GuardedImporter.class.getName())
                    .log(System.Logger.Level.WARNING, jar + ": " + name + " failed to inspect a folder", e);
            return null;
        }
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try {
            importer.read(input, context);
        } catch (ImportCanceled | UncheckedIOException e) {
            // An UncheckedIOException comes from the loading threads, not from the importer.
            throw e;
        } catch (TraceProblem e) {
            throw failure(input, e.getMessage(), e);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            System.getLogger(GuardedImporter.class.getName())
                    .log(System.Logger.Level.WARNING, jar + ": " + name + " failed to read " + input.name(), e);
            throw failure(input, "internal error: " + e, e);
        }
    }

    private ImporterFailure failure(TraceInput input, String reason, Throwable cause) {
        return new ImporterFailure(
                input.name() + " can't be read by the importer “" + name + "” of " + jar + " (" + reason + ")", cause);
    }
}

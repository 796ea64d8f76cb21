package traceglass.ingest.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.text.TextHead;
import traceglass.store.database.ReadingOptions;

/// The importers of all formats, in the order in which they are tried.
public final class Importers {

    /// Importers from the user's jars.
    private final List<Importer> fromJars;
    private List<Importer> importers;

    private Importers(List<Importer> fromJars) {
        this.fromJars = fromJars;
    }

    /// Returns the built-in importers.
    public static Importers builtIn() {
        return new Importers(List.of());
    }

    /// Returns the built-in importers and those of the jars that the user has allowed.
    public static Importers of(ReadingOptions reading) {
        return new Importers(
                ImporterFolder.of(reading).map(ImporterFolder::load).orElse(List.of()));
    }

    /// Returns all importers. They are loaded when first needed, because they consist of about 300 classes.
    public synchronized List<Importer> all() {
        if (this.importers == null) {
            List<Importer> importers = new ArrayList<>(BuiltInImporters.create());
            importers.addAll(fromJars);
            // The sort is stable: of importers with equal priority, built-in ones come first.
            importers.sort((a, b) -> Integer.compare(a.priority(), b.priority()));
            this.importers = List.copyOf(importers);
        }
        return this.importers;
    }

    /// Returns the importer for a file with these first bytes, or null.
    public Importer of(byte[] head) {
        Importer importer = mayBeMessage(head) ? first(ProtobufFormats.ALL, head) : null;
        return importer == null ? first(all(), head) : importer;
    }

    private static Importer first(List<Importer> importers, byte[] head) {
        boolean isBinary = TextHead.isBinary(head);
        for (Importer i : importers) {
            if (!(isBinary && i.isText()) && i.sniff(head)) {
                return i;
            }
        }
        return null;
    }

    /// Returns the importer for a trace, or null.
    Importer of(TraceInput input) throws IOException {
        Importer importer = mayBeMessage(input.head()) ? first(ProtobufFormats.ALL, input) : null;
        return importer == null ? first(all(), input) : importer;
    }

    private static Importer first(List<Importer> importers, TraceInput input) throws IOException {
        boolean isBinary = TextHead.isBinary(input.head());
        for (Importer i : importers) {
            if (!(isBinary && i.isText()) && i.accepts(input)) {
                return i;
            }
        }
        return null;
    }

    /// Returns whether to try the protobuf formats first. User importers may have any priority, so if there are
    /// any, all importers are tried in order.
    private boolean mayBeMessage(byte[] head) {
        return fromJars.isEmpty() && ProtobufFormats.mayBeMessage(head);
    }

    /// Returns the display name of a format, or its id if there is no importer for it.
    public String formatName(String id) {
        return all().stream()
                .filter(i -> i.id().equals(id))
                .map(Importer::displayName)
                .findFirst()
                .orElse(id);
    }
}

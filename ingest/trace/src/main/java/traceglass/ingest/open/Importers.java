package traceglass.ingest.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.text.TextHead;
import traceglass.store.database.ReadingOptions;

/// The importers of all formats, in the order in which they are tried.
public final class Importers {

    private final List<Importer> all;

    private Importers(List<Importer> all) {
        this.all = List.copyOf(all);
    }

    /// Returns the built-in importers.
    public static Importers builtIn() {
        return with(List.of());
    }

    /// Returns the built-in importers and those of the jars that the user allowed.
    public static Importers of(ReadingOptions reading) {
        return with(ImporterFolder.of(reading).map(ImporterFolder::load).orElse(List.of()));
    }

    private static Importers with(List<Importer> more) {
        List<Importer> all = new ArrayList<>();
        ServiceLoader.load(Importer.class, Importers.class.getClassLoader()).forEach(all::add);
        all.addAll(more);
        // A stable order: of equal ones, built-in importers come first.
        all.sort(Comparator.comparingInt(Importer::priority));
        return new Importers(all);
    }

    public List<Importer> all() {
        return all;
    }

    /// Returns the importer for a file with these first bytes, or null.
    Importer of(byte[] head) {
        boolean isBinary = TextHead.isBinary(head);
        for (Importer i : all) {
            if (!(isBinary && i.isText()) && i.sniff(head)) {
                return i;
            }
        }
        return null;
    }

    /// Returns the importer for a trace, or null.
    Importer of(TraceInput input) throws IOException {
        boolean isBinary = TextHead.isBinary(input.head());
        for (Importer i : all) {
            if (!(isBinary && i.isText()) && i.accepts(input)) {
                return i;
            }
        }
        return null;
    }

    /// Returns the display name of a format, or its id if there is no importer for it.
    public String formatName(String id) {
        return all.stream()
                .filter(i -> i.id().equals(id))
                .map(Importer::displayName)
                .findFirst()
                .orElse(id);
    }
}

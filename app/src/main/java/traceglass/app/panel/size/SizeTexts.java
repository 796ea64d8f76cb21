package traceglass.app.panel.size;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the sizes in a trace file.
final class SizeTexts {

    private SizeTexts() {}

    static final String COMMAND = tr("Show what takes up space in the trace file");
    static final String READING = tr("Reading sizes");
    static final String READ = tr("Read sizes");
    static final String CANCEL_READING = tr("Cancel reading sizes");
    static final String NOT_READ = tr("Not read");
    static final String FIELDS = tr("Fields of packets");
    static final String SEQUENCES = tr("Packet sequences");
    static final String SCOPE = tr("Trace file");
    static final String WITHOUT_SEQUENCE = tr("no sequence");

    static String sequence(long id) {
        return id == 0 ? WITHOUT_SEQUENCE : tr("sequence {0}", id);
    }

    static String packets(long packets) {
        return DisplayText.count(packets, "packet", "packets");
    }

    static String cantRead(String file, String reason) {
        return reason.contains(file) ? reason : tr("Can't read the sizes in {0}: {1}", file, reason);
    }
}

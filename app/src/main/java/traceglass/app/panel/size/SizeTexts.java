package traceglass.app.panel.size;

import traceglass.store.text.DisplayText;

/// Texts of the sizes in a trace file.
final class SizeTexts {

    private SizeTexts() {}

    static final String COMMAND = "Show what takes up space in the trace file";
    static final String READING = "Reading sizes";
    static final String READ = "Read sizes";
    static final String CANCEL_READING = "Cancel reading sizes";
    static final String NOT_READ = "Not read";
    static final String FIELDS = "Fields of packets";
    static final String SEQUENCES = "Packet sequences";
    static final String SCOPE = "Trace file";
    static final String WITHOUT_SEQUENCE = "no sequence";

    static String sequence(long id) {
        return id == 0 ? WITHOUT_SEQUENCE : "sequence " + id;
    }

    static String packets(long packets) {
        return DisplayText.count(packets, "packet", "packets");
    }

    static String cantRead(String file, String reason) {
        return reason.contains(file) ? reason : "Can't read the sizes in " + file + ": " + reason;
    }
}

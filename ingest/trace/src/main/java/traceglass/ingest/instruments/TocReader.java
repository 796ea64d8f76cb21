package traceglass.ingest.instruments;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;

/// Reads the table of contents that `xctrace export --toc` writes: properties of the recording, but no events.
final class TocReader {

    /// Maximum length of a text that is kept.
    private static final int MAX_TEXT_CHARS = 1 << 16;
    /// Maximum number of tables that are listed.
    private static final int MAX_TABLES = 1000;

    private final ImportContext context;

    TocReader(ImportContext context) {
        this.context = context;
    }

    void read(XMLStreamReader in) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int tables = 0;
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    text.setLength(0);
                    String tag = in.getLocalName();
                    if (tag.equals("device")) {
                        for (int i = 0; i < in.getAttributeCount(); i++) {
                            set("device." + in.getAttributeLocalName(i), in.getAttributeValue(i));
                        }
                    } else if (tag.equals("process")) {
                        process(in.getAttributeValue(null, "pid"), in.getAttributeValue(null, "name"));
                    } else if (tag.equals("table") && tables < MAX_TABLES) {
                        set("table." + ++tables, in.getAttributeValue(null, "schema"));
                    }
                }
                case XMLStreamConstants.CHARACTERS -> {
                    if (text.length() < MAX_TEXT_CHARS) {
                        text.append(in.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    switch (in.getLocalName()) {
                        case "start-date",
                                "end-date",
                                "duration",
                                "template-name",
                                "end-reason",
                                "instruments-version" ->
                            set(in.getLocalName(), text.toString().strip());
                        default -> {}
                    }
                    text.setLength(0);
                }
                default -> {}
            }
        }
    }

    private void set(String key, String value) {
        if (value != null && !value.isEmpty()) {
            context.metadata().setDynamic("instruments." + key, value);
        }
    }

    private void process(String pid, String name) {
        try {
            int upid = context.processes().process(Long.parseLong(pid == null ? "" : pid));
            if (name != null) {
                context.processes().setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
            }
        } catch (NumberFormatException e) {
            // A pseudo-process without an id, such as "all processes".
        }
    }
}

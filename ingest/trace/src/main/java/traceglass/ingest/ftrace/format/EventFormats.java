package traceglass.ingest.ftrace.format;

import traceglass.ingest.collection.LongMap;

/// Kernel events of a recording by number, with the byte order and the names to which their records refer.
public final class EventFormats {

    private final LongMap<EventFormat> byId = new LongMap<>();
    private final LongMap<String> commands = new LongMap<>();
    private final KernelNames names = new KernelNames();
    private final boolean isBigEndian;

    public EventFormats(boolean isBigEndian) {
        this.isBigEndian = isBigEndian;
    }

    public boolean isBigEndian() {
        return isBigEndian;
    }

    /// Adds the event described by a `format` file. Files without a name or id are ignored.
    public void add(String system, String text) {
        EventFormat format = EventFormatParser.parse(system, text);
        if (format != null) {
            byId.put(format.id(), format);
        }
    }

    /// Returns the event with this number, or null.
    public EventFormat get(int id) {
        return byId.get(id);
    }

    /// Returns the number of events.
    public int size() {
        return byId.size();
    }

    /// Returns the names of kernel functions and strings by address.
    public KernelNames names() {
        return names;
    }

    /// Adds thread names from lines of the form `tid name`, as in `saved_cmdlines` of tracefs.
    public void addCommands(String savedCmdlines) {
        for (String line : savedCmdlines.split("\n")) {
            int space = line.indexOf(' ');
            if (space > 0 && space < 10) {
                try {
                    commands.put(Long.parseLong(line.substring(0, space)), line.substring(space + 1));
                } catch (NumberFormatException e) {
                    // Not a line of this form.
                    continue;
                }
            }
        }
    }

    /// Returns the names of threads by tid.
    public LongMap<String> commands() {
        return commands;
    }
}

package traceglass.ingest.pprof;

import traceglass.ingest.tracker.stack.StackProfiles;

/// Reads the part of a legacy profile after the samples: the memory map, as in `/proc/PID/maps`, and the names of
/// addresses.
final class LegacyTrailer {

    private final LegacyProfile profile;
    private String build = "";

    LegacyTrailer(LegacyProfile profile) {
        this.profile = profile;
    }

    /// Reads a line; lines of other kinds are ignored.
    ///
    /// @return whether the line was of a known kind
    boolean read(String line) {
        String text = line.strip();
        if (text.startsWith("build=")) {
            build = text.substring("build=".length());
            return true;
        }
        return readSymbol(text) || readMapping(text);
    }

    /// Reads `0xADDRESS NAME` or `0xADDRESS NAME (FILE:LINE)`, as written for Java and by `--- symbol` sections.
    /// Several functions at one address are separated by `--`, innermost first.
    private boolean readSymbol(String text) {
        LegacyText line = new LegacyText(text);
        long address = line.readAddress();
        String remainder = line.remaining().strip();
        if (line.isInvalid()
                || remainder.isEmpty()
                || remainder.startsWith("-")
                || remainder.startsWith("0x")
                || remainder.startsWith("@")) {
            return false;
        }
        if (remainder.startsWith(":")) {
            remainder = remainder.substring(1).strip();
        }
        for (String name : remainder.split("--")) {
            profile.addSymbol(address, parseLocation(name.strip()));
        }
        return true;
    }

    private static LegacyProfile.Symbol parseLocation(String text) {
        int open = text.lastIndexOf('(');
        int colon = text.lastIndexOf(':');
        if (open > 0 && colon > open && text.endsWith(")")) {
            LegacyText number = new LegacyText(text.substring(colon + 1, text.length() - 1));
            long line = number.readNumber();
            if (!number.isInvalid()) {
                return new LegacyProfile.Symbol(text.substring(0, open).strip(), text.substring(open + 1, colon), line);
            }
        }
        return new LegacyProfile.Symbol(text, null, 0);
    }

    /// Reads `START-END PERMISSIONS OFFSET DEVICE INODE FILE` or the short form `START-END: FILE (BUILD-ID)`.
    private boolean readMapping(String text) {
        LegacyText line = new LegacyText(text);
        long start = line.readHex();
        line.expect('-');
        long end = line.readHex();
        if (line.isInvalid()) {
            return false;
        }
        String remainder = line.remaining();
        if (remainder.startsWith(":")) {
            String file = remainder.substring(1).strip();
            String buildId = "";
            int open = file.lastIndexOf(" (");
            if (open > 0 && file.endsWith(")")) {
                buildId = file.substring(open + 2, file.length() - 1);
                file = file.substring(0, open);
            }
            add(start, end, 0, file, buildId);
            return true;
        }
        String[] words = remainder.strip().split("\\s+", 5);
        if (words.length < 2 || words[0].length() < 3) {
            return false;
        }
        LegacyText offset = new LegacyText(words[1]);
        long fileOffset = offset.readHex();
        if (words[0].indexOf('x') >= 0 && !offset.isInvalid()) {
            add(start, end, fileOffset, words.length > 4 ? words[4].strip() : "", "");
        }
        return true;
    }

    private void add(long start, long end, long offset, String file, String buildId) {
        String name = file.replace("$build", build);
        if (name.endsWith("(deleted)")) {
            name = name.substring(0, name.length() - "(deleted)".length()).strip();
        }
        profile.addMapping(new StackProfiles.MappingParams(name, buildId, start, end, offset, 0, 0));
    }
}

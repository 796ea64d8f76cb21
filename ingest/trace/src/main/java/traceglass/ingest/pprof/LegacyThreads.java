package traceglass.ingest.pprof;

import traceglass.ingest.collection.GrowingLongs;

/// Reads the stacks of the threads of a process.
final class LegacyThreads {

    private final LegacyProfile profile;
    private final GrowingLongs stack = new GrowingLongs();
    private long[] previous;
    private boolean isInThread;
    private boolean isSame;

    LegacyThreads(LegacyProfile profile) {
        this.profile = profile;
    }

    /// Reads a line; returns whether it belongs to a thread.
    boolean read(String line) {
        String text = line.strip();
        if (text.startsWith("---")) {
            finish();
            isInThread = text.startsWith("--- Thread ");
            return isInThread || text.startsWith("--- threadz");
        }
        if (!isInThread) {
            return false;
        }
        if (text.contains("same as previous thread")) {
            isSame = true;
        } else if (!text.startsWith("creator")) {
            readFrame(text.startsWith("PC:") ? text.substring("PC:".length()) : text);
        }
        return true;
    }

    /// Reads `0xADDRESS: FUNCTION`, or several addresses.
    private void readFrame(String text) {
        LegacyText line = new LegacyText(text);
        while (!line.isInvalid()) {
            // Addresses of outer frames are return addresses, which follow the call.
            long address = line.readAddress() - (stack.size() > 0 ? 1 : 0);
            if (line.isInvalid()) {
                return;
            }
            stack.add(address);
            String remainder = line.remaining().strip();
            if (remainder.startsWith(":") && remainder.length() > 1) {
                profile.addSymbol(
                        address, new LegacyProfile.Symbol(remainder.substring(1).strip(), null, 0));
                return;
            }
        }
    }

    /// Adds the thread that has been read.
    void finish() {
        if (isInThread) {
            long[] addresses = isSame && previous != null ? previous : stack.toArray();
            if (addresses.length > 0) {
                profile.add(addresses, new double[] {1}, 0);
                previous = addresses;
            }
        }
        stack.clear();
        isSame = false;
        isInThread = false;
    }
}

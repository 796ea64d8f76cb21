package traceglass.analysis.track;

/// Thread, process and CPU of a track or group; −1 for none.
///
/// @param cpu display number of the CPU
public record Owner(long utid, long upid, long ucpu, int cpu) {

    public static final Owner NONE = new Owner(-1, -1, -1, -1);

    public static Owner thread(long utid) {
        return new Owner(utid, -1, -1, -1);
    }

    public static Owner process(long upid) {
        return new Owner(-1, upid, -1, -1);
    }

    public static Owner cpu(long ucpu, int cpu) {
        return new Owner(-1, -1, ucpu, cpu);
    }

    public boolean isThread() {
        return utid >= 0;
    }

    public boolean isProcess() {
        return upid >= 0;
    }

    public boolean isCpu() {
        return ucpu >= 0;
    }
}

package traceglass.analysis.coloring;

import traceglass.analysis.track.SliceData;

/// Removes events from the data of a track; the remaining events keep their depths.
final class SliceSubset {

    private SliceSubset() {}

    static SliceData of(SliceData data, boolean[] included) {
        int n = 0;
        for (boolean keep : included) {
            n += keep ? 1 : 0;
        }
        int[] rowStart = new int[data.rowStart().length];
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] name = new int[n];
        int[] color = new int[n];
        byte[] flags = new byte[n];
        int to = 0;
        for (int row = 0; row < data.rows(); row++) {
            rowStart[row] = to;
            for (int i = data.rowStart()[row]; i < data.rowStart()[row + 1]; i++) {
                if (included[i]) {
                    id[to] = data.id()[i];
                    ts[to] = data.ts()[i];
                    end[to] = data.end()[i];
                    name[to] = data.name()[i];
                    color[to] = data.color()[i];
                    flags[to++] = data.flags()[i];
                }
            }
        }
        rowStart[data.rows()] = to;
        return new SliceData(rowStart, id, ts, end, name, color, flags, data.names(), data.colorKeys());
    }
}

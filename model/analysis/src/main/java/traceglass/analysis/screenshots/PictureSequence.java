package traceglass.analysis.screenshots;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;

/// Pictures of one display in time order: screenshots, or frames of a recorded video that are JPEG or PNG files.
///
/// @param display name of the display, or empty for screenshots
/// @param frames in time order, at least one
public record PictureSequence(String display, List<Frame> frames) {

    private static final String VIDEO_KEYS = "video/";

    /// One picture.
    ///
    /// @param ts time at which it was shown, ns
    /// @param key id of the argument set or of the video frame
    /// @param argument key of the argument with the picture as base64; null for a video frame
    public record Frame(long ts, long key, String argument) {}

    private record Row(long display, String name, Frame frame) {}

    public PictureSequence {
        frames = List.copyOf(frames);
    }

    /// Returns whether a trace has screenshots or video, which may be in a format that is not a picture.
    ///
    /// @param roots roots of the track tree
    public static boolean mayHavePictures(Collection<TrackNode> roots) {
        return roots.stream()
                .anyMatch(n -> n.key().equals(Screenshots.SCREENSHOTS.trackKey())
                        || n.key().startsWith(VIDEO_KEYS));
    }

    /// Reads all sequences of a trace, without their pictures.
    public static List<PictureSequence> list(TraceQueries queries) throws QueryException {
        List<PictureSequence> sequences = new ArrayList<>();
        List<Frame> screenshots = queries.all(
                "SELECT ts, arg_set_id, picture FROM (" + Screenshots.SCREENSHOTS.query() + ") ORDER BY ts",
                r -> new Frame(r.getLong(1), r.getLong(2), r.getString(3)));
        if (!screenshots.isEmpty()) {
            sequences.add(new PictureSequence("", screenshots));
        }
        // The first bytes of JPEG and PNG files.
        List<Row> rows = queries.all(
                """
            SELECT coalesce(f.display_id, 0), coalesce(f.display_name, ''), f.ts, f.id
            FROM __intrinsic_video_frames AS f JOIN __intrinsic_video_frame_data AS d ON d.id = f.id
            WHERE array_slice(d.data, 1, 3) IN ('\\xFF\\xD8\\xFF'::BLOB, '\\x89PN'::BLOB)
            ORDER BY 1, f.ts
            """, r -> new Row(r.getLong(1), r.getString(2), new Frame(r.getLong(3), r.getLong(4), null)));
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            frames.add(rows.get(i).frame);
            if (i + 1 == rows.size() || rows.get(i + 1).display != rows.get(i).display) {
                String name = rows.get(i).name;
                sequences.add(new PictureSequence(
                        name.isEmpty() ? ScreenshotTexts.display(rows.get(i).display) : name, frames));
                frames = new ArrayList<>();
            }
        }
        return sequences;
    }

    /// Reads a picture.
    ///
    /// @return content of an image file, which may be damaged; empty if there is none
    public static byte[] read(TraceQueries queries, Frame frame) throws QueryException {
        return frame.argument == null
                ? queries.first(
                                "SELECT base64(data) FROM __intrinsic_video_frame_data WHERE id = ?",
                                r -> Base64.getDecoder().decode(r.getString(1)),
                                frame.key)
                        .orElse(new byte[0])
                : queries.first(
                                "SELECT string_value FROM args WHERE arg_set_id = ? AND key = ?",
                                r -> PictureQuery.decode(r.getString(1)),
                                frame.key,
                                frame.argument)
                        .orElse(new byte[0]);
    }

    /// Returns the index of the picture shown at a time: the last one not after it, or the first one.
    public int indexAt(long ts) {
        int low = 0;
        int high = frames.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (frames.get(middle).ts <= ts) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}

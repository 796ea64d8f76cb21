package traceglass.convert.cut.state;

import java.io.IOException;
import java.io.OutputStream;
import traceglass.ingest.TraceInput;

/// Cuts a time range out of a text trace in two passes.
public interface RangeCut {

    /// First pass: finds the events in effect at the start of the range. Returns whether there are events in the
    /// range.
    boolean scan(TraceInput input) throws IOException;

    /// Second pass: writes the cut. Returns whether the trace is damaged, so that events after the damage are lost.
    boolean write(TraceInput input, OutputStream out) throws IOException;
}

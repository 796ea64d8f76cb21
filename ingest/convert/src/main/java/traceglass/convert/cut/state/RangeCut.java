package traceglass.convert.cut.state;

import java.io.IOException;
import java.io.OutputStream;
import traceglass.ingest.TraceInput;

/// Cuts a time range out of a text trace in two passes.
public interface RangeCut {

    /// Finds the events in effect at the start of the range. Returns whether there are events in the range.
    boolean scan(TraceInput input) throws IOException;

    /// Writes the cut. Returns whether the rest of the trace is damaged and therefore lost.
    boolean write(TraceInput input, OutputStream out) throws IOException;
}

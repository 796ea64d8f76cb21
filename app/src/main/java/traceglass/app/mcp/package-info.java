/// A server of the Model Context Protocol: agents open traces, query them, ask why something was slow, and get pictures
/// of the timeline. The results come from `traceglass.engine.agent` and the analysis; this package provides them as
/// tools, resources and prompts. Only files in allowed folders are read, and files are written only for recordings, if
/// the user allowed them.
@NullMarked
package traceglass.app.mcp;

import org.jspecify.annotations.NullMarked;

/// Import of the frame tables that PresentMon and the tools based on it write: CapFrameX, OCAT and FrameView.
package traceglass.ingest.presentmon;

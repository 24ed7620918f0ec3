//! Statistics over slices of `f64`: no units, no text.

//! Assets of the Game Boy ROM.

//! A test ROM in an emulator, driven through its mailbox.

use boytacean::gb::{GameBoy, GameBoyMode};
use joban_engine::rules::{Color, Move, PieceKind, Position, Square};
use joban_rom_assets::sdcc::TestRom;

const MAILBOX: u16 = 0xC000;
const BOARD: u16 = 0xC020;
const HANDS: u16 = 0xC071;
const SIDE: u16 = 0xC07F;
const CHOICES: u16 = 0xC100;

const COMPUTE: u8 = 1;
const PLAY: u8 = 2;
const PROBE: u8 = 3;
const SWEEP: u8 = 4;

/// More T-cycles than any command takes.
const PATIENCE: u64 = 20_000_000;

/// T-cycles of the calls in one command, call and return included.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    pub update: u64,
    pub lookup: u64,
    pub choose: u64,
}

/// What the ROM says about a (ply, key): raw words, 0 for none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub count: u8,
    pub chosen: u16,
    pub other: u16,
    pub state: u8,
}

pub struct Machine {
    gb: GameBoy,
    entries: [u16; 3],
    /// The last command's calls.
    pub last: Cycles,
    /// The most of each over all commands, and of look-up and choice together.
    pub worst: Cycles,
    pub worst_probe: u64,
}

impl Machine {
    pub fn start(rom: &TestRom) -> Self {
        let mut gb = GameBoy::new(Some(GameBoyMode::Dmg));
        gb.load(false).expect("the emulator loads");
        gb.load_rom(&rom.image, None)
            .expect("the image is a cartridge");
        gb.boot();
        gb.set_ppu_enabled(false);
        gb.set_apu_enabled(false);
        let entries = ["_joban_update", "_joban_lookup", "_joban_choose"]
            .map(|name| rom.address(name).expect("the map has the probe"));
        let mut machine = Self {
            gb,
            entries,
            last: Cycles::default(),
            worst: Cycles::default(),
            worst_probe: 0,
        };
        machine.wait(|machine| machine.read(0) == 0xA5);
        machine
    }

    /// Sends a position.
    pub fn load(&mut self, position: &Position, ply: u8) {
        for square in Square::all() {
            let piece = position
                .piece_on(square)
                .map_or(0, |piece| piece.code() as u8 + 1);
            self.gb.write_memory(BOARD + square.index() as u16, piece);
        }
        for color in Color::ALL {
            for (at, kind) in PieceKind::HAND.into_iter().enumerate() {
                let address = HANDS + 7 * color.index() as u16 + at as u16;
                self.gb
                    .write_memory(address, position.hand_count(color, kind));
            }
        }
        self.gb.write_memory(SIDE, position.side().index() as u8);
        self.write(3, ply);
    }

    /// Lets the ROM compute the key of its position.
    pub fn compute(&mut self) -> u16 {
        self.run(COMPUTE);
        self.read16(4)
    }

    /// Lets the ROM update `key` for a move of its position, and make the move.
    pub fn play(&mut self, key: u16, mv: Move) -> u16 {
        self.write16(4, key);
        self.write16(6, mv.word());
        self.run(PLAY);
        self.read16(4)
    }

    /// Look-up and choice.
    pub fn probe(&mut self, ply: u8, key: u16, state: u8) -> Answer {
        self.write(3, ply);
        self.write16(4, key);
        self.write(8, state);
        self.run(PROBE);
        self.worst_probe = self.worst_probe.max(self.last.lookup + self.last.choose);
        Answer {
            count: self.read(9),
            chosen: self.read16(10),
            other: self.read16(12),
            state: self.read(8),
        }
    }

    /// For the generator's states 1..=255: 0 where `first` is chosen, 1 where it is the other.
    pub fn sweep(&mut self, ply: u8, key: u16, first: Move) -> Vec<u8> {
        self.write(3, ply);
        self.write16(4, key);
        self.write16(6, first.word());
        self.run(SWEEP);
        (1..=255)
            .map(|state| self.gb.read_memory(CHOICES + state))
            .collect()
    }

    /// The kinds on the ROM's board, for a comparison with the host's.
    pub fn agrees_with(&mut self, position: &Position) -> bool {
        let board = Square::all().all(|square| {
            let piece = position
                .piece_on(square)
                .map_or(0, |piece| piece.code() as u8 + 1);
            self.gb.read_memory(BOARD + square.index() as u16) == piece
        });
        board && usize::from(self.gb.read_memory(SIDE)) == position.side().index()
    }

    fn run(&mut self, command: u8) {
        self.last = Cycles::default();
        self.write(1, command);
        self.wait(|machine| machine.read(1) == 0);
        assert_eq!(self.read(2), 0, "the ROM does not know command {command}");
        self.worst.update = self.worst.update.max(self.last.update);
        self.worst.lookup = self.worst.lookup.max(self.last.lookup);
        self.worst.choose = self.worst.choose.max(self.last.choose);
    }

    fn wait(&mut self, mut done: impl FnMut(&mut Self) -> bool) {
        let mut spent = 0;
        while !done(self) {
            spent += self.step();
            assert!(spent < PATIENCE, "the ROM gives no answer");
        }
    }

    /// One instruction, or one whole call of a measured function.
    fn step(&mut self) -> u64 {
        let Some(which) = self
            .entries
            .iter()
            .position(|&entry| entry == self.gb.cpu_i().pc())
        else {
            return u64::from(self.gb.clock());
        };
        let (back, stack) = (self.return_address(), self.gb.cpu_i().sp() + 2);
        // The CALL that led here.
        let mut spent = 24;
        while self.gb.cpu_i().pc() != back || self.gb.cpu_i().sp() != stack {
            spent += u64::from(self.gb.clock());
            assert!(spent < PATIENCE, "a call does not return");
        }
        let slot = match which {
            0 => &mut self.last.update,
            1 => &mut self.last.lookup,
            _ => &mut self.last.choose,
        };
        *slot = (*slot).max(spent);
        spent
    }

    fn return_address(&mut self) -> u16 {
        let stack = self.gb.cpu_i().sp();
        let bytes = [self.gb.read_memory(stack), self.gb.read_memory(stack + 1)];
        u16::from_le_bytes(bytes)
    }

    fn read(&mut self, at: u16) -> u8 {
        self.gb.read_memory(MAILBOX + at)
    }

    fn write(&mut self, at: u16, value: u8) {
        self.gb.write_memory(MAILBOX + at, value);
    }

    fn read16(&mut self, at: u16) -> u16 {
        u16::from_le_bytes([self.read(at), self.read(at + 1)])
    }

    fn write16(&mut self, at: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.write(at, low);
        self.write(at + 1, high);
    }
}

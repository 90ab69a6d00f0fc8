// The chance of cards and of house players.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "fault.h"

namespace judging {

// The numbers of one deck: ChaCha with 8 rounds, a counter of 64 bits, and the number of the deck in the place of
// the nonce.
class Stream {
  public:
    using Key = std::array<uint32_t, 8>;

    Stream(const Key &key, uint64_t deck) : state_{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574} {
        std::copy(key.begin(), key.end(), state_.begin() + 4);
        state_[14] = static_cast<uint32_t>(deck);
        state_[15] = static_cast<uint32_t>(deck >> 32);
    }

    // A number from 0 to bound - 1, all alike: Lemire's multiplication with rejection.
    uint32_t below(uint32_t bound) {
        for (;;) {
            const uint64_t product = uint64_t{next()} * bound;
            const auto low = static_cast<uint32_t>(product);
            if (low >= bound || low >= (0u - bound) % bound) {
                return static_cast<uint32_t>(product >> 32);
            }
        }
    }

  private:
    uint32_t next() {
        if (used_ == block_.size()) {
            refill();
        }
        return block_[used_++];
    }

    void refill() {
        block_ = state_;
        for (int round = 0; round < 8; round += 2) {
            for (size_t column = 0; column < 4; ++column) {
                quarter(column, 4 + column, 8 + column, 12 + column);
            }
            for (size_t column = 0; column < 4; ++column) {
                quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
            }
        }
        for (size_t word = 0; word < block_.size(); ++word) {
            block_[word] += state_[word];
        }
        used_ = 0;
        if (++state_[12] == 0) {
            ++state_[13];
        }
    }

    void quarter(size_t a, size_t b, size_t c, size_t d) {
        add_and_turn(a, b, d, 16);
        add_and_turn(c, d, b, 12);
        add_and_turn(a, b, d, 8);
        add_and_turn(c, d, b, 7);
    }

    void add_and_turn(size_t sum, size_t term, size_t turned, int bits) {
        block_[sum] += block_[term];
        const uint32_t mixed = block_[turned] ^ block_[sum];
        block_[turned] = mixed << bits | mixed >> (32 - bits);
    }

    std::array<uint32_t, 16> state_;
    std::array<uint32_t, 16> block_{};
    size_t used_ = 16;
};

}  // namespace judging

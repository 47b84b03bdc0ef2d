#pragma once
// Random JSON values for property tests. For tests only.

#include "spec/base/ids.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace plumbline {

/// Generates values; the same seed always results in the same values.
class RandomJson {
  public:
    explicit RandomJson(std::uint64_t seed) : random_(seed) {}

    /// Returns a value of at most four levels.
    Json value(int depth = 4) {
        switch (random_.next() % (depth > 0 ? 8U : 6U)) {
            case 0:
                return Json();
            case 1:
                return Json(random_.next() % 2 == 0);
            case 2:
                return Json(random_.next() >> (random_.next() % 64U));
            case 3:
                return Json(
                    -static_cast<std::int64_t>(random_.next() >> (1U + random_.next() % 63U)));
            case 4:
                return Json(number());
            case 5:
                return Json(text());
            case 6:
                return array(depth);
            default:
                return object(depth);
        }
    }

    /// Returns a text of characters that are special somewhere, and others of every length.
    std::string text() {
        constexpr std::string_view kPieces[] = {
            "a", "Z", "0", " ", "\"", "\\", "/", "~",  "\n", "\t",   "\x7F", ":",
            "#", "-", "'", "{", "]",  ",",  "é", "漢", "😀",  "\x01", "null", "y"};
        std::string text;
        for (auto left = random_.next() % 9; left > 0; --left) {
            text += kPieces[random_.next() % std::size(kPieces)];
        }
        return text;
    }

    /// Returns `text` with a few bytes changed, removed or inserted.
    std::string mutated(std::string text) {
        constexpr std::string_view kBytes("{}[]\",:\\0e-.\n x\xFF\0", 18);
        for (auto left = 1 + random_.next() % 3; left > 0 && !text.empty(); --left) {
            const std::size_t at = random_.next() % text.size();
            const char byte = kBytes[random_.next() % kBytes.size()];
            switch (random_.next() % 3) {
                case 0:
                    text[at] = byte;
                    break;
                case 1:
                    text.erase(at, 1 + random_.next() % 4);
                    break;
                default:
                    text.insert(at, 1 + random_.next() % 3, byte);
            }
        }
        return text;
    }

  private:
    double number() {
        const auto whole = static_cast<double>(static_cast<std::int64_t>(random_.next()) / 1000);
        constexpr double kScales[] = {1e-300, 1e-20, 1e-9, 1.0, 1e10, 1e270};
        return whole * kScales[random_.next() % std::size(kScales)];
    }

    Json array(int depth) {
        Json array = Json::array();
        for (auto left = random_.next() % 5; left > 0; --left) array.push_back(value(depth - 1));
        return array;
    }

    Json object(int depth) {
        Json object = Json::object();
        for (auto left = random_.next() % 5; left > 0; --left) object[text()] = value(depth - 1);
        return object;
    }

    IdSource random_;
};

}  // namespace plumbline

#pragma once
// What a JSON object holds, in one piece of memory.

#include "spec/json/name.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// The members of a JSON object, sorted by name: what std::map would be, in the same order. Copying
/// one, walking it and letting go of it is what records do all day, so members stand side by side
/// instead of each in a node of its own: half the memory, and an allocation where there were many.
///
/// Unlike with a map, adding or erasing a member moves the others: references and iterators to any
/// of them end there. `a["x"] = a["y"]` is wrong for that reason: copy the right side first.
///
/// Meets what nlohmann::basic_json asks of its ObjectType. The library believes that names are of
/// its `Key`, std::string, and may: a Name is one to all who read it.
template <typename Key, typename T, typename Less, typename Allocator>
class Members {
    using Items = std::vector<std::pair<Name, T>>;

  public:
    using key_type = Key;
    using mapped_type = T;
    using value_type = std::pair<Name, T>;
    using key_compare = std::less<>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = value_type&;
    using const_reference = const value_type&;
    using iterator = typename Items::iterator;
    using const_iterator = typename Items::const_iterator;

    Members() = default;
    template <typename Iterator>
    Members(Iterator first, Iterator last) {
        insert(first, last);
    }
    Members(std::initializer_list<value_type> members) : Members(members.begin(), members.end()) {}

    iterator begin() noexcept { return items_.begin(); }
    iterator end() noexcept { return items_.end(); }
    const_iterator begin() const noexcept { return items_.begin(); }
    const_iterator end() const noexcept { return items_.end(); }
    const_iterator cbegin() const noexcept { return items_.begin(); }
    const_iterator cend() const noexcept { return items_.end(); }
    [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
    [[nodiscard]] size_type size() const noexcept { return items_.size(); }
    [[nodiscard]] size_type max_size() const noexcept { return items_.max_size(); }
    void clear() noexcept { items_.clear(); }
    void reserve(size_type count) { items_.reserve(count); }
    void swap(Members& other) noexcept { items_.swap(other.items_); }

    iterator find(std::string_view key) { return writable(std::as_const(*this).find(key)); }
    const_iterator find(std::string_view key) const { return found(SoughtName(key)); }
    /// The same, faster where names are kept once.
    iterator find(const Name& key) { return writable(std::as_const(*this).find(key)); }
    const_iterator find(const Name& key) const { return found(key); }
    [[nodiscard]] size_type count(std::string_view key) const { return find(key) == end() ? 0 : 1; }
    /// The member must be there.
    [[nodiscard]] const T& at(std::string_view key) const { return find(key)->second; }
    T& operator[](std::string_view key) { return emplace(key, nullptr).first->second; }

    /// Adds a member unless there is one of that name; says where it is and whether it is new.
    template <typename Text, typename... Value>
    std::pair<iterator, bool> emplace(Text&& key, Value&&... value) {
        return emplace_named(Name(std::forward<Text>(key)), std::forward<Value>(value)...);
    }
    std::pair<iterator, bool> insert(const value_type& member) {
        return emplace(member.first, member.second);
    }
    std::pair<iterator, bool> insert(value_type&& member) {
        return emplace(std::move(member.first), std::move(member.second));
    }
    template <typename Iterator>
    void insert(Iterator first, Iterator last) {
        for (; first != last; ++first) emplace(first->first, first->second);
    }
    template <typename Text, typename Value>
    std::pair<iterator, bool> insert_or_assign(Text&& key, Value&& value) {
        // Nothing is made of the value if there is a member of that name.
        const auto added = emplace(std::forward<Text>(key), std::forward<Value>(value));
        if (!added.second) added.first->second = std::forward<Value>(value);
        return added;
    }

    iterator erase(const_iterator member) { return items_.erase(member); }
    iterator erase(const_iterator first, const_iterator last) { return items_.erase(first, last); }
    size_type erase(std::string_view key) {
        const auto found = find(key);
        if (found == end()) return 0;
        items_.erase(found);
        return 1;
    }

    template <typename Predicate>
    friend size_type erase_if(Members& members, Predicate is_to_go) {
        return std::erase_if(members.items_, is_to_go);
    }
    friend bool operator==(const Members& a, const Members& b) { return a.items_ == b.items_; }
    friend auto operator<=>(const Members& a, const Members& b) { return a.items_ <=> b.items_; }

  private:
    /// So few are found faster one by one than by halving.
    static constexpr size_type kFew = 24;
    /// What the first member makes room for: few objects have fewer.
    static constexpr size_type kFirst = 4;

    template <typename... Value>
    std::pair<iterator, bool> emplace_named(Name&& key, Value&&... value) {
        auto place = items_.cend();
        // Most are built in their order.
        if (!items_.empty() && !(items_.back().first < key)) {
            place = place_of(key);
            if (place->first == key) return {writable(place), false};
        }
        if (items_.size() < items_.capacity()) {
            return {items_.emplace(place,
                                   std::piecewise_construct,
                                   std::forward_as_tuple(std::move(key)),
                                   std::forward_as_tuple(std::forward<Value>(value)...)),
                    true};
        }
        // Before the others move: it may be made of one of them.
        value_type made(std::piecewise_construct,
                        std::forward_as_tuple(std::move(key)),
                        std::forward_as_tuple(std::forward<Value>(value)...));
        const auto index = place - items_.cbegin();
        // Many were made with room for just what they had, and get one or two more.
        items_.reserve(std::max(kFirst, size() + size() / 2));
        return {items_.insert(items_.cbegin() + index, std::move(made)), true};
    }
    /// Finds a name by what it can be compared with.
    template <typename Sought>
    [[nodiscard]] const_iterator found(const Sought& key) const {
        if (items_.size() <= kFew) return found_one_by_one(key);
        const auto place = place_of(key);
        return place != items_.end() && place->first == key ? place : items_.end();
    }
    [[nodiscard]] const_iterator found_one_by_one(const SoughtName& key) const {
        return std::find_if(items_.begin(), items_.end(), [&](const value_type& member) {
            return member.first == key;
        });
    }
    [[nodiscard]] const_iterator found_one_by_one(const Name& key) const {
        // Where the text is kept once, its place tells.
        if (!key.is_kept()) return found_one_by_one(SoughtName(key));
        return std::find_if(items_.begin(), items_.end(), [&](const value_type& member) {
            return member.first.is_kept_as(key);
        });
    }
    /// Returns the first member that does not come before `key`.
    template <typename Sought>
    [[nodiscard]] const_iterator place_of(const Sought& key) const {
        return std::lower_bound(
            items_.begin(), items_.end(), key, [](const value_type& member, const Sought& wanted) {
                return member.first < wanted;
            });
    }
    [[nodiscard]] iterator writable(const_iterator place) {
        return items_.begin() + (place - items_.cbegin());
    }

    Items items_;
};

}  // namespace plumbline
